#include "bake/recast/tile_grid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "core/base/random.h"

namespace waystone {
namespace {

VoxelSettings SmallTiles() {
  VoxelSettings settings;
  settings.cell_size_m = 0.5;
  settings.tile_cells = 16;  // 8 m
  settings.margin_cells = 4;
  return settings;
}

// Whether a triangle and a rectangle overlap by more than `depth_m` along every separating direction: slow
// and exact enough. A negative depth asks whether they come that close.
bool Overlaps(const std::array<Vec2, 3>& t, Vec2 low, Vec2 high, double depth_m) {
  std::vector<Vec2> directions = {{1, 0}, {0, 1}};
  for (size_t k = 0; k < 3; ++k) {
    const Vec2 side = t[(k + 1) % 3] - t[k];
    directions.push_back(Vec2{-side.z, side.x} * (1 / Length(side)));
  }
  const std::array<Vec2, 4> corners = {low, Vec2{high.x, low.z}, high, Vec2{low.x, high.z}};
  for (const Vec2& d : directions) {
    const auto [t0, t1] = std::minmax({Dot(t[0], d), Dot(t[1], d), Dot(t[2], d)});
    const auto [r0, r1] =
        std::minmax({Dot(corners[0], d), Dot(corners[1], d), Dot(corners[2], d), Dot(corners[3], d)});
    if (t1 - r0 < depth_m || r1 - t0 < depth_m) return false;
  }
  return true;
}

SourceMap RandomTriangles(Random& random, int count) {
  SourceMap map;
  const auto corner = [&](double reach) {
    return Vec3(random.NextInRange(-reach, reach), random.NextInRange(-5, 5),
                random.NextInRange(-reach, reach));
  };
  for (int i = 0; i < count; ++i) {
    const auto first = static_cast<uint32_t>(map.vertices.size());
    const Vec3 middle = corner(60);
    const double reach = i % 3 == 0 ? 60 : 3;  // every third one is long
    for (int k = 0; k < 3; ++k) map.vertices.push_back(middle + corner(reach));
    map.triangles.push_back({first, first + 1, first + 2});
  }
  return map;
}

// Counted by points: those of a fine lattice that lie in the tile's field and in a triangle.
TEST(TileBins, TellWhatTrianglesCoverOfEachTile) {
  Random random(8);
  const VoxelSettings settings = SmallTiles();
  const SourceMap map = RandomTriangles(random, 40);
  const std::vector<TriangleClass> classes(map.triangles.size(), 1);
  Aabb bounds;
  for (const Vec3& v : map.vertices) bounds.Extend(v);
  const auto grid = MakeTileGrid(bounds, Vec3(), settings);
  const auto bins = BinTriangles(map, classes, *grid, settings);
  ASSERT_TRUE(bins.ok()) << bins.status();
  ASSERT_EQ(bins->covered_of_tile.size(), grid->tile_count());
  const auto covers = [&](const SourceTriangle& s, Vec2 p) {
    int left = 0;
    for (size_t k = 0; k < 3; ++k) {
      const Vec2 a = map.vertices[s[k]].Plane();
      left += Cross(map.vertices[s[(k + 1) % 3]].Plane() - a, p - a) > 0 ? 1 : 0;
    }
    return left == 0 || left == 3;
  };
  constexpr int kPoints = 96;  // along a side of the field of 12 m
  const double point_m = 12.0 / kPoints;
  for (uint64_t tile = 0; tile < grid->tile_count(); tile += 5) {
    const uint64_t tile_row = tile / grid->count_x;
    const double x0 =
        (static_cast<double>(grid->first_cell_x) + 16.0 * static_cast<double>(tile % grid->count_x)) * 0.5 -
        2;
    const double z0 =
        (static_cast<double>(grid->first_cell_z) + 16.0 * static_cast<double>(tile_row)) * 0.5 - 2;
    int inside = 0;
    for (int i = 0; i < kPoints * kPoints; ++i) {
      const int column = i % kPoints;
      const int row = i / kPoints;
      const Vec2 p{x0 + (column + 0.5) * point_m, z0 + (row + 0.5) * point_m};
      for (const SourceTriangle& s : map.triangles) inside += covers(s, p) ? 1 : 0;
    }
    const double counted = inside * point_m * point_m / 0.25;
    EXPECT_NEAR(bins->covered_of_tile[tile], counted, 0.02 * counted + 8) << tile;
  }
}

TEST(TileBins, HoldExactlyTheTrianglesThatTouchATilesField) {
  Random random(3);
  const VoxelSettings settings = SmallTiles();
  const SourceMap map = RandomTriangles(random, 300);
  const std::vector<TriangleClass> classes(map.triangles.size(), 1);
  Aabb bounds;
  for (const Vec3& v : map.vertices) bounds.Extend(v);
  const Vec3 origin(17, 0, -4);
  const auto grid = MakeTileGrid(bounds, origin, settings);
  ASSERT_TRUE(grid.ok()) << grid.status();
  const auto bins = BinTriangles(map, classes, *grid, settings);
  ASSERT_TRUE(bins.ok()) << bins.status();
  for (uint64_t tile = 0; tile < grid->tile_count(); ++tile) {
    const std::span<const uint32_t> list = bins->OfTile(tile);
    EXPECT_TRUE(std::is_sorted(list.begin(), list.end()));
    const auto column = tile % grid->count_x;
    const auto row = tile / grid->count_x;
    const Vec2 low = {
        origin.x + static_cast<double>(grid->first_cell_x) * 0.5 + 8.0 * static_cast<double>(column) - 2,
        origin.z + static_cast<double>(grid->first_cell_z) * 0.5 + 8.0 * static_cast<double>(row) - 2};
    const Vec2 high = low + Vec2{12, 12};
    for (uint32_t i = 0; i < map.triangles.size(); ++i) {
      const SourceTriangle& s = map.triangles[i];
      const std::array<Vec2, 3> t = {map.vertices[s[0]].Plane(), map.vertices[s[1]].Plane(),
                                     map.vertices[s[2]].Plane()};
      const bool listed = std::binary_search(list.begin(), list.end(), i);
      if (Overlaps(t, low, high, 1e-6)) {
        EXPECT_TRUE(listed) << "tile " << tile << " triangle " << i;
      } else if (!Overlaps(t, low, high, -1e-6)) {
        EXPECT_FALSE(listed) << "tile " << tile << " triangle " << i;
      }
    }
  }
}

TEST(TileBins, LeaveOutWhatIsNotSolid) {
  Random random(4);
  const SourceMap map = RandomTriangles(random, 4);
  Aabb bounds;
  for (const Vec3& v : map.vertices) bounds.Extend(v);
  const auto grid = MakeTileGrid(bounds, {}, SmallTiles());
  ASSERT_TRUE(grid.ok());
  const auto bins = BinTriangles(map, std::vector<TriangleClass>{kNotWalkable, kNotSolid, kIgnored, 63},
                                 *grid, SmallTiles());
  ASSERT_TRUE(bins.ok());
  for (const uint32_t triangle : bins->triangles) EXPECT_TRUE(triangle == 0 || triangle == 3);
}

TEST(TileGrid, CoversItsBoundsAndNotATileMore) {
  const VoxelSettings settings = SmallTiles();
  Aabb bounds;
  bounds.Extend({-3, 0, 0});
  bounds.Extend({12.9, 1, 8.2});
  const auto grid = MakeTileGrid(bounds, {}, settings);
  ASSERT_TRUE(grid.ok());
  EXPECT_EQ(grid->first_cell_x, -6);
  EXPECT_EQ(grid->count_x, 2U);  // [-3, 13]
  EXPECT_EQ(grid->count_z, 2U);  // [0, 16]
}

TEST(TileGrid, TooManyTilesOrCellsAreRefusedBeforeAnythingIsAllocated) {
  VoxelSettings settings = SmallTiles();
  Aabb bounds;
  bounds.Extend({-16000, 0, -16000});
  bounds.Extend({16000, 0, 16000});
  EXPECT_EQ(MakeTileGrid(bounds, {}, settings).status().code(), absl::StatusCode::kResourceExhausted);

  settings.cell_size_m = 0.05;
  settings.tile_cells = 1024;
  const auto grid = MakeTileGrid(bounds, {}, settings);
  ASSERT_TRUE(grid.ok());
  SourceMap map;
  map.vertices = {{-16000, 0, -16000}, {-16000, 0, 16000}, {16000, 0, 16000}};
  map.triangles = {{0, 1, 2}};
  EXPECT_EQ(BinTriangles(map, std::vector<TriangleClass>{1}, *grid, settings).status().code(),
            absl::StatusCode::kResourceExhausted);
}

}  // namespace
}  // namespace waystone
