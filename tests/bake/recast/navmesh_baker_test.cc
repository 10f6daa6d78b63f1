#include "bake/recast/navmesh_baker.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numbers>

#include "core/base/random.h"
#include "core/navmesh/surface_queries.h"
#include "tests/bake/recast/box_scene.h"

namespace waystone {
namespace {

template <typename Record>
std::string Bytes(const std::vector<Record>& records) {
  return {reinterpret_cast<const char*>(records.data()), records.size() * sizeof(Record)};
}

std::string Bytes(const NavmeshData& mesh) {
  return std::string(reinterpret_cast<const char*>(&mesh.header), sizeof(mesh.header)) +
         Bytes(mesh.vertices) + Bytes(mesh.edges) + Bytes(mesh.polys) + Bytes(mesh.detail_vertices) +
         Bytes(mesh.detail_triangles) + Bytes(mesh.tree_boxes) + Bytes(mesh.area_prefix_m2);
}

// Platforms, pillars, ramps and a second storey over several tiles.
BoxScene Playground(double size_m, uint64_t seed) {
  BoxScene scene;
  Random random(seed);
  scene.AddFloor(0, 0, size_m, size_m, 0);
  const auto at = [&] { return random.NextInRange(1, size_m - 9); };
  for (int i = 0; i < static_cast<int>(size_m * size_m / 60); ++i) {
    const Vec3 low(at(), 0, at());
    scene.AddBox(
        low, low + Vec3(random.NextInRange(0.3, 3), random.NextInRange(0.1, 3), random.NextInRange(0.3, 3)));
  }
  for (int i = 0; i < 4; ++i) {
    const double x = at();
    const double z = at();
    scene.AddSlope(x, z, x + 6, z + 3, 0, 4);
    scene.AddFloor(x + 6, z - 2, x + 9, z + 5, 4);
  }
  return scene;
}

TEST(NavmeshBaker, AFloorIsCutByTheRadiusAlongItsEdge) {
  BoxScene scene;
  scene.AddFloor(0, 0, 20, 10, 0);
  const NavmeshData mesh = scene.Bake();
  EXPECT_EQ(CountComponents(mesh), 1U);
  // The radius of 0.4 m, and up to one cell of 0.2 m for the ledge and one for the raster, on each side.
  EXPECT_LE(AreaOf(mesh), 19.2 * 9.2);
  EXPECT_GE(AreaOf(mesh), 18.4 * 8.4);
  EXPECT_GE(mesh.header.bounds_min[0], 0.4F - 1e-5F);
  EXPECT_LE(mesh.header.bounds_max[0], 19.6F + 1e-5F);
}

TEST(NavmeshBaker, FlatFloorsAtWholeCellsKeepTheirHeightExactly) {
  for (const double height : {-3.0, 0.0, 0.1, 1.3, 2.5, 117.7}) {
    BoxScene scene;
    scene.AddFloor(0, 0, 20, 10, height);
    const NavmeshData mesh = scene.Bake();
    EXPECT_FLOAT_EQ(mesh.header.bounds_min[1], static_cast<float>(height));
    EXPECT_FLOAT_EQ(mesh.header.bounds_max[1], static_cast<float>(height));
  }
}

TEST(NavmeshBaker, HeightsAreTheSourcesOwnOnASlope) {
  BoxScene scene;
  scene.AddSlope(0, 0, 20, 10, 0, 10);
  const NavmeshData mesh = scene.Bake();
  const auto view = NavmeshView::Create(mesh);
  ASSERT_TRUE(view.ok());
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const NavLocation at = RandomPoint(*view, random);
    EXPECT_NEAR(at.point.y, at.point.x / 2, 0.001) << at.point.x;
  }
}

TEST(NavmeshBaker, HeightsAreOfTheStoreyThePolygonIsOn) {
  BoxScene scene;
  scene.AddFloor(0, 0, 20, 10, 0.03);
  scene.AddFloor(0, 0, 20, 10, 2.04);
  scene.AddFloor(0, 0, 20, 10, 4.07);
  const NavmeshData mesh = scene.Bake();
  for (const Vec3f& v : mesh.vertices) EXPECT_TRUE(v.y == 0.03F || v.y == 2.04F || v.y == 4.07F) << v.y;
}

TEST(NavmeshBaker, SlopesUpToTheAgentsLimitAreWalked) {
  for (const double slope_deg : {30.0, 43.0, 47.0, 60.0}) {
    BoxScene scene;
    const double rise = 10 * std::tan(slope_deg * std::numbers::pi / 180);
    scene.AddSlope(0, 0, 10, 10, 0, rise);
    const NavmeshData mesh = scene.Bake();
    EXPECT_EQ(!mesh.polys.empty(), slope_deg < 45) << slope_deg;
  }
}

TEST(NavmeshBaker, StepsUpToTheAgentsClimbJoin) {
  for (const double step_m : {0.2, 0.5, 0.7, 2.0}) {
    BoxScene scene;
    scene.AddFloor(0, 0, 10, 10, 0);
    scene.AddBox({10, 0, 0}, {20, step_m, 10});
    EXPECT_EQ(CountComponents(scene.Bake()), step_m <= 0.5 ? 1U : 2U) << step_m;
  }
}

TEST(NavmeshBaker, HeadroomDecidesWhereAnAgentFits) {
  for (const double ceiling_m : {1.5, 1.7, 2.0, 3.0}) {
    BoxScene scene;
    scene.AddFloor(0, 0, 20, 10, 0);
    scene.AddBox({8, ceiling_m, -1}, {12, ceiling_m + 0.5, 11}, kNotWalkable);
    EXPECT_EQ(CountComponents(scene.Bake()), ceiling_m >= 1.8 ? 1U : 2U) << ceiling_m;
  }
}

TEST(NavmeshBaker, AGapInAWallLetsThroughWhoIsNarrowEnough) {
  BoxScene scene;
  scene.AddFloor(0, 0, 20, 10, 0);
  scene.AddBox({9, 0, -1}, {11, 1.5, 4}, kNotWalkable);
  scene.AddBox({9, 0, 6}, {11, 1.5, 11}, kNotWalkable);
  AgentProfile ogre;
  ogre.radius_m = 1.2;
  EXPECT_EQ(CountComponents(scene.Bake()), 1U);
  EXPECT_EQ(CountComponents(scene.Bake(ogre)), 2U);
}

TEST(NavmeshBaker, WhatIsNotSolidIsNoWallAndNoFloor) {
  BoxScene scene;
  scene.AddFloor(0, 0, 20, 10, 0);
  const double area = AreaOf(scene.Bake());
  scene.AddBox({9, 0, -1}, {11, 3, 11}, kNotSolid);
  EXPECT_EQ(AreaOf(scene.Bake()), area);
}

TEST(NavmeshBaker, WhatIsNotWalkableIsAWallAndNoFloor) {
  BoxScene scene;
  scene.AddFloor(0, 0, 20, 10, 0);
  scene.AddBox({9, 0, -1}, {14, 1, 11}, kNotWalkable);
  const NavmeshData mesh = scene.Bake();
  EXPECT_EQ(CountComponents(mesh), 2U);
  EXPECT_EQ(mesh.header.bounds_max[1], 0);
}

TEST(NavmeshBaker, StoreysLieOverEachOther) {
  BoxScene scene;
  scene.AddFloor(0, 0, 20, 10, 0);
  scene.AddFloor(0, 0, 20, 10, 3);
  scene.AddFloor(0, 0, 20, 10, 6);
  const NavmeshData mesh = scene.Bake();
  EXPECT_EQ(CountComponents(mesh), 3U);
  EXPECT_GT(AreaOf(mesh), 3 * 18.4 * 8.4);
}

TEST(NavmeshBaker, ARampJoinsStoreys) {
  BoxScene scene;
  scene.AddFloor(0, 0, 20, 10, 0);
  scene.AddSlope(5, 10, 12, 13, 0, 3);
  scene.AddFloor(0, 10, 5, 13, 0);
  scene.AddFloor(12, 10, 20, 13, 3);
  EXPECT_EQ(CountComponents(scene.Bake()), 1U);
}

TEST(NavmeshBaker, AreasMeetAtTheirBorderAndStayJoined) {
  BoxScene scene;
  scene.AddFloor(0, 0, 10, 10, 0.0, TriangleClass{1});
  scene.AddFloor(10, 0, 20, 10, 0.0, TriangleClass{7});
  scene.AddFloor(20, 0, 30, 10, 0.0, TriangleClass{63});
  const NavmeshData mesh = scene.Bake();
  EXPECT_EQ(CountComponents(mesh), 1U);
  const auto view = NavmeshView::Create(mesh);
  ASSERT_TRUE(view.ok());
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    const NavLocation at = RandomPoint(*view, random);
    const double x = at.point.x;
    if (std::abs(x - 10) < 0.5 || std::abs(x - 20) < 0.5) continue;
    EXPECT_EQ(int{view->poly(at.poly).area}, x < 10 ? 1 : x < 20 ? 7 : 63);
  }
}

TEST(NavmeshBaker, DoubledTrianglesChangeNothing) {
  BoxScene once = Playground(20, 1);
  BoxScene twice = once;
  const size_t count = once.map.triangles.size();
  for (size_t i = 0; i < count; ++i) {
    twice.map.triangles.push_back(once.map.triangles[i]);
    twice.classes.push_back(once.classes[i]);
  }
  EXPECT_EQ(Bytes(once.Bake()), Bytes(twice.Bake()));
}

TEST(NavmeshBaker, TilesJoinWithoutASeam) {
  constexpr double kIslandM2 = 1.5;  // smaller ones are kept or dropped by where a border lies
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    const BoxScene scene = Playground(30, seed);
    const NavmeshData whole = scene.Bake({}, {.tile_size_m = 50});
    for (const double tile_m : {6.4, 11.0, 23.0}) {
      const NavmeshData tiled = scene.Bake({}, {.tile_size_m = tile_m});
      EXPECT_EQ(CountComponents(tiled, kIslandM2), CountComponents(whole, kIslandM2))
          << "seed " << seed << " tile " << tile_m;
      EXPECT_NEAR(AreaOf(tiled), AreaOf(whole), 0.02 * AreaOf(whole))
          << "seed " << seed << " tile " << tile_m;
    }
  }
}

TEST(NavmeshBaker, EverySideOnATileBorderInTheOpenHasANeighbour) {
  BoxScene scene;
  scene.AddSlope(0, 0, 60, 60, 0, 20);
  const VoxelOptions options = {.tile_size_m = 8};
  const NavmeshData mesh = scene.Bake({}, options);
  EXPECT_EQ(CountComponents(mesh), 1U);
  for (const NavEdge& edge : mesh.edges) {
    if (edge.twin != kNoEdge) continue;
    const Vec3f& v = mesh.vertices[edge.vertex];
    const float inside = std::min({v.x, v.z, 60 - v.x, 60 - v.z});
    EXPECT_LE(inside, 1.0F) << "a border in the open at " << v.x << " " << v.z;
  }
}

TEST(NavmeshBaker, TheThreadCountDoesNotChangeTheBytes) {
  const BoxScene scene = Playground(60, 9);
  const std::string one = Bytes(scene.Bake({}, {.tile_size_m = 8}, 1));
  EXPECT_EQ(one, Bytes(scene.Bake({}, {.tile_size_m = 8}, 2)));
  EXPECT_EQ(one, Bytes(scene.Bake({}, {.tile_size_m = 8}, 7)));
}

TEST(NavmeshBaker, FarFromTheOriginTilesStillAgree) {
  BoxScene scene;
  scene.AddSlope(15000, -15060, 15060, -15000, 0, 20);
  EXPECT_EQ(CountComponents(scene.Bake({}, {.tile_size_m = 8})), 1U);
}

TEST(NavmeshBaker, TooManyFloorsOverOneTileAreRefusedNotAllocated) {
  BoxScene scene;
  for (int i = 400; i > 0; --i) scene.AddFloor(0, 0, 51, 51, 0.4 * i);
  const auto baked = scene.BakeSoup();
  EXPECT_EQ(baked.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_NE(baked.status().message().find("tile (0, 0)"), std::string::npos);
}

TEST(NavmeshBaker, ProgressCountsEveryTileOnce) {
  const BoxScene scene = Playground(40, 3);
  const auto settings = MakeVoxelSettings({}, {.tile_size_m = 8});
  ASSERT_TRUE(settings.ok());
  const BakeInput input{scene.map, scene.classes, SolidBounds(scene.map, scene.classes), Vec3()};
  std::vector<uint64_t> seen;
  const auto plan = PlanTiles(input, *settings);
  ASSERT_TRUE(plan.ok());
  const auto baked = BakePolygons(input, *settings, *plan, 0.5, 2, [&](uint64_t done, uint64_t total) {
    seen.push_back(done);
    EXPECT_EQ(total, 25U);
  });
  ASSERT_TRUE(baked.ok());
  ASSERT_EQ(seen.size(), baked->tile_count);
  for (size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(seen[i], i + 1);
}

}  // namespace
}  // namespace waystone
