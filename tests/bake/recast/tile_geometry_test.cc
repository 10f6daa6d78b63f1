#include "bake/recast/tile_geometry.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.h"

namespace waystone {
namespace {

VoxelSettings Settings() {
  VoxelSettings settings;
  settings.cell_size_m = 0.5;
  settings.cell_height_m = 0.25;
  settings.tile_cells = 16;  // 8 m
  settings.margin_cells = 0;
  settings.min_floor_cosine = std::sqrt(0.5);
  return settings;
}

double PlaneArea(const TileGeometry& geometry, size_t triangle) {
  const float* t = &geometry.corners[9 * triangle];
  return std::abs(Orient({t[0], t[2]}, {t[3], t[5]}, {t[6], t[8]})) / 2;
}

TEST(CutTile, ThePiecesOfATriangleFillItOverAllTiles) {
  Random random(5);
  const VoxelSettings settings = Settings();
  for (int round = 0; round < 50; ++round) {
    SourceMap map;
    for (int k = 0; k < 3; ++k) {
      map.vertices.emplace_back(random.NextInRange(-30, 30), random.NextInRange(-3, 3),
                                random.NextInRange(-30, 30));
    }
    map.triangles = {{0, 1, 2}};
    const std::vector<TriangleClass> classes = {1};
    const TileGrid grid{Vec3(), -64, -64, 8, 8};  // [-32, 32] in both
    double area = 0;
    for (uint32_t z = 0; z < 8; ++z) {
      for (uint32_t x = 0; x < 8; ++x) {
        const auto cut = CutTile(map, classes, std::vector<uint32_t>{0}, grid, x, z, settings);
        ASSERT_TRUE(cut.ok());
        for (size_t i = 0; i < cut->areas.size(); ++i) area += PlaneArea(*cut, i);
        for (size_t i = 0; i < cut->corners.size(); i += 3) {
          EXPECT_GE(cut->corners[i], 0);
          EXPECT_LE(cut->corners[i], 8);
          EXPECT_GE(cut->corners[i + 1], 0);
          EXPECT_LE(cut->corners[i + 1], cut->height_m);
        }
      }
    }
    const double whole =
        std::abs(Orient(map.vertices[0].Plane(), map.vertices[1].Plane(), map.vertices[2].Plane())) / 2;
    EXPECT_NEAR(area, whole, 1e-4 * whole);
  }
}

TEST(CutTile, WholeCellHeightsLieBetweenTwoCells) {
  SourceMap map;
  map.vertices = {{1, -3.25, 1}, {1, -3.25, 3}, {3, -3.25, 3}};
  map.triangles = {{0, 1, 2}};
  const auto cut = CutTile(map, std::vector<TriangleClass>{1}, std::vector<uint32_t>{0},
                           TileGrid{Vec3(), 0, 0, 1, 1}, 0, 0, Settings());
  ASSERT_TRUE(cut.ok());
  EXPECT_EQ(cut->base_cell, -13);
  EXPECT_FLOAT_EQ(cut->corners[1], 0.125F);
}

TEST(CutTile, OnlyFloorsOfTheAgentsSlopeKeepTheirArea) {
  SourceMap map;
  map.vertices = {{0, 0, 0}, {0, 0, 4}, {4, 3.9, 0}, {4, 4.1, 0}, {4, 0, 0}};
  map.triangles = {{0, 1, 2}, {0, 1, 3}, {0, 4, 1}, {0, 1, 4}};
  const auto cut = CutTile(map, std::vector<TriangleClass>{7, 7, 7, kNotWalkable},
                           std::vector<uint32_t>{0, 1, 2, 3}, TileGrid{Vec3(), 0, 0, 1, 1}, 0, 0, Settings());
  ASSERT_TRUE(cut.ok());
  EXPECT_EQ(cut->areas,
            (std::vector<uint8_t>{7, 0, 0, 0}));  // just flat enough, too steep, facing down, blocked
}

TEST(CutTile, AMountainSideOfOneTriangleOnlyCountsWithinTheTile) {
  SourceMap map;
  map.vertices = {{0, 0, 0}, {0, 0, 8000}, {8000, 8000, 0}};
  map.triangles = {{0, 1, 2}};
  const auto cut = CutTile(map, std::vector<TriangleClass>{1}, std::vector<uint32_t>{0},
                           TileGrid{Vec3(), 0, 0, 1000, 1000}, 400, 3, Settings());
  ASSERT_TRUE(cut.ok()) << cut.status();
  EXPECT_LT(cut->height_m, 10);
  EXPECT_EQ(cut->base_cell, 400 * 8 * 4);
}

TEST(CutTile, ATileTooHighForRecastIsRefusedByName) {
  SourceMap map;
  map.vertices = {{0, 0, 0}, {0, 0, 4}, {4, 0, 0}, {1, 2100, 1}};
  map.triangles = {{0, 1, 2}, {0, 1, 3}};
  const auto cut = CutTile(map, std::vector<TriangleClass>{1, 1}, std::vector<uint32_t>{0, 1},
                           TileGrid{Vec3(), 0, 0, 1, 1}, 0, 0, Settings());
  EXPECT_EQ(cut.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_NE(cut.status().message().find("tile (0, 0)"), std::string::npos);
}

}  // namespace
}  // namespace waystone
