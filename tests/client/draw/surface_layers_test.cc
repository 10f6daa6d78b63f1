#include "client/draw/surface_layers.h"

#include <gtest/gtest.h>

#include "core/navmesh/surface_queries.h"
#include "tests/support/ascii_navmesh.h"

namespace waystone::draw {
namespace {

uint8_t LevelAt(const NavmeshView& mesh, const SurfaceLayers& layers, double x, double z, double y) {
  return layers.level[PolyAt(mesh, x, z, y).value()];
}

TEST(SurfaceLayers, AFlatMapHasOneLevel) {
  const NavmeshData data = AsciiNavmesh(
      "....\n"
      ".##.\n"
      "....\n");
  const SurfaceLayers layers = FindLayers(PlanGrid(ViewOf(data)));
  EXPECT_EQ(layers.level_count, 1U);
  for (const uint8_t detached : layers.detached) EXPECT_EQ(detached, 0);
}

TEST(SurfaceLayers, AnUpperStoreyLiesOneLevelHigherOnlyWhereThereIsALowerOne) {
  const NavmeshData data = AsciiStoreys({"....", "..##  "});
  const NavmeshView mesh = ViewOf(data);
  const SurfaceLayers layers = FindLayers(PlanGrid(mesh));
  EXPECT_EQ(layers.level_count, 2U);
  EXPECT_EQ(LevelAt(mesh, layers, 0.5, 0.5, 0), 0);
  EXPECT_EQ(LevelAt(mesh, layers, 0.5, 0.5, 4.5), 1);
}

TEST(SurfaceLayers, ThreeStoreysAreThreeLevels) {
  const NavmeshData data = AsciiStoreys({"..", "..", ".#"});
  const SurfaceLayers layers = FindLayers(PlanGrid(ViewOf(data)));
  EXPECT_EQ(layers.level_count, 3U);
}

TEST(SurfaceLayers, StepsSideBySideAreOneLevel) {
  const NavmeshData data = AsciiNavmesh("0123456789");
  EXPECT_EQ(FindLayers(PlanGrid(ViewOf(data))).level_count, 1U);
}

TEST(SurfaceLayers, WhatNoSideJoinsToTheLargestPartIsDetached) {
  const NavmeshData data = AsciiNavmesh(
      "....#.\n"
      "....#.\n");
  const NavmeshView mesh = ViewOf(data);
  const SurfaceLayers layers = FindLayers(PlanGrid(mesh));
  EXPECT_EQ(layers.detached[PolyAt(mesh, 0.5, 0.5).value()], 0);
  EXPECT_EQ(layers.detached[PolyAt(mesh, 5.5, 0.5).value()], 1);
}

TEST(PlanGrid, APointIsCoveredByAFloorWellAboveItOnly) {
  const NavmeshData data = AsciiStoreys({"..", ".#"});
  const PlanGrid grid(ViewOf(data));
  EXPECT_TRUE(grid.IsCovered({0.5, 0, 0.5}, 1));
  EXPECT_FALSE(grid.IsCovered({0.5, 4.5, 0.5}, 1));
  EXPECT_FALSE(grid.IsCovered({1.5, 0, 0.5}, 1));
  EXPECT_FALSE(grid.IsCovered({0.5, 4, 0.5}, 1));
  EXPECT_FALSE(grid.IsCovered({-100, 0, 1e6}, 1));
}

TEST(PlanGrid, FindsWhatATestOfEveryBoxFinds) {
  const NavmeshData data = AsciiStoreys({"....#...", "..#....."});
  const NavmeshView mesh = ViewOf(data);
  const PlanGrid grid(mesh);
  for (double x = -1; x < 9; x += 0.7) {
    const Vec2 min{x, 0.2};
    const Vec2 max{x + 1.5, 0.4};
    std::vector<PolyId> expected;
    for (uint32_t i = 0; i < mesh.poly_count(); ++i) {
      double left = 1e9;
      double right = -1e9;
      for (const NavEdge& edge : mesh.edges(PolyId(i))) {
        left = std::min<double>(left, mesh.vertex(VertexId(edge.vertex)).x);
        right = std::max<double>(right, mesh.vertex(VertexId(edge.vertex)).x);
      }
      if (left <= max.x && min.x <= right) expected.emplace_back(i);
    }
    EXPECT_EQ(grid.Overlapping(min, max), expected) << "x " << x;
  }
}

}  // namespace
}  // namespace waystone::draw
