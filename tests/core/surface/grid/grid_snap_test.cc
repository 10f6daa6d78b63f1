#include "core/surface/grid/grid_snap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "core/base/scratch.h"
#include "core/grid/grid_path.h"
#include "core/navmesh/surface_queries.h"
#include "core/surface/grid/grid_ground.h"
#include "core/surface/grid/grid_of_map.h"
#include "tests/core/surface/grid/drawn_grid_map.h"

namespace waystone {
namespace {

// [cells] From the square of a cell.
double DistanceToCell(Cell cell, double x, double z) {
  const double dx = std::max({0.0, cell.column - x, x - (cell.column + 1)});
  const double dz = std::max({0.0, cell.row - z, z - (cell.row + 1)});
  return std::hypot(dx, dz);
}

TEST(GridSnapTest, TheNearestFreeCellIsThatOfLookingAtAllOfThem) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> anywhere(-20, 160);
  for (int drawing = 0; drawing < 40; ++drawing) {
    const uint32_t columns = 1 + random() % 140;
    std::vector<std::string> rows(1 + random() % 30, std::string(columns, '#'));
    for (std::string& row : rows) {
      for (char& letter : row) letter = random() % (1 + drawing) == 0 ? '.' : '#';
    }
    const std::vector<std::string_view> lines(rows.begin(), rows.end());
    const GridData data = DrawGrid(lines);
    const GridView grid = *GridView::Create(data);
    for (int i = 0; i < 50; ++i) {
      // Now and then on the sides of cells.
      const double x = i % 5 == 0 ? std::floor(anywhere(random)) : anywhere(random);
      const double z = i % 5 == 0 ? std::floor(anywhere(random)) / 4 : anywhere(random) / 4;
      const double radius_m = i % 3 == 0 ? std::numeric_limits<double>::infinity() : random() % 12;
      double least = radius_m;
      std::optional<Cell> expected;
      for (uint32_t id = 0; id < columns * rows.size(); ++id) {
        const Cell cell = grid.CellOf(id);
        const double off = DistanceToCell(cell, x, z);
        if (!grid.IsFree(cell) || off > least || (expected && off == least)) continue;
        least = off;
        expected = cell;
      }
      const auto found = NearestFreeCell(grid, grid.bits().row_words, {x, 0, z}, radius_m);
      ASSERT_EQ(found.has_value(), expected.has_value()) << x << ", " << z;
      if (expected) {
        ASSERT_NEAR(DistanceToCell(*found, x, z), least, 1e-12) << x << ", " << z;
      }
    }
  }
}

TEST(GridSnapTest, APositionInAFreeCellStaysWhereItIs) {
  const DrawnGridMap map({"...", ".#."});
  const MapView view = map.view();
  Scratch scratch;
  GridGround ground;
  ground.map = FindGrid(view);
  ground.bits = FindGrid(view)->bits();
  const auto snap = [&](double x, double y, double z) {
    return SnapToGrid(view, ground, {x, y, z}, {}, *scratch.Borrow<SurfaceWorkspace>());
  };
  SnapResult found = snap(0, 0, 1);
  ASSERT_TRUE(found.place);
  EXPECT_EQ(found.place->point, Vec3(0, 0, 1));
  EXPECT_EQ(found.distance_m, 0);
  EXPECT_EQ(found.place->poly, PolyAt(*view.navmesh, 0.5, 1.5));
  found = snap(2.25, 1.5, 0.75);
  EXPECT_EQ(found.place->point, Vec3(2.25, 0, 0.75));
  EXPECT_EQ(found.distance_m, 1.5);
  // The blocked cell: to the nearest side, and a thousandth of a cell into the free one.
  found = snap(1.5, 0, 1.25);
  EXPECT_EQ(found.place->point, Vec3(1.5, 0, 1 - 1.0 / 1024));
  EXPECT_EQ(FindGrid(view)->CellAt(found.place->point), (Cell{1, 0}));
  // On the upper side of a free cell, which belongs to a blocked one.
  found = snap(1, 0, 1.5);
  EXPECT_EQ(FindGrid(view)->CellAt(found.place->point), (Cell{0, 1}));
  // Off by height, and by the radius: but the answer knows how far.
  found = snap(0.5, 4.5, 0.5);
  EXPECT_FALSE(found.place);
  EXPECT_EQ(found.distance_m, 4.5);
  found = snap(0.5, -2.5, 0.5);
  EXPECT_FALSE(found.place);
  found = snap(-3, 0, 0.5);
  EXPECT_FALSE(found.place);
  EXPECT_NEAR(found.distance_m, 3, 2e-3);
  EXPECT_EQ(snap(200, 0, 0).distance_m, -1);
}

TEST(GridSnapTest, WhatAChangeOpensIsGroundWithoutAPolygon) {
  const DrawnGridMap map({"...", ".#."});
  const MapView view = map.view();
  Scratch scratch;
  RouteChanges changes;
  changes.cells = OpenedRects({{1, 1, 1, 1}});
  const auto ground = scratch.Borrow<GridGroundCache>()->GroundOf(*FindGrid(view), changes);
  ASSERT_TRUE(ground.ok()) << ground.status();
  const SnapResult found = SnapToGrid(view, *ground, {1.5, 0, 1.5}, {}, *scratch.Borrow<SurfaceWorkspace>());
  ASSERT_TRUE(found.place);
  EXPECT_EQ(found.place->point, Vec3(1.5, 0, 1.5));
  EXPECT_TRUE(found.place->poly.IsNone());
}

}  // namespace
}  // namespace waystone
