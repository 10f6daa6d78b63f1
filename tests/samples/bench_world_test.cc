#include "samples/generator/bench_world.h"

#include "gtest/gtest.h"
#include "tests/samples/mesh_checks.h"

namespace waystone::samples {
namespace {

TEST(BenchWorld, HasTheSizeOfTheOneTheTargetsWereSetOn) {
  const BenchWorld world = BuildBenchWorld(BenchPlan());
  ExpectSoundMesh(world.mesh, 1000);
  EXPECT_GT(world.mesh.TriangleCount(), 5'000'000U);
  EXPECT_LT(world.mesh.TriangleCount(), 6'000'000U);
  EXPECT_NEAR(static_cast<double>(world.trees + world.rocks), 216'000, 2'000);
  EXPECT_EQ(GroupsOf(world.mesh).size(), 16U * 16U);
}

TEST(BenchLayout, HousesBridgesAndPitsAreAsManyAsPlannedAndApart) {
  const BenchPlan plan;
  const BenchLayout layout = MakeBenchLayout(plan);
  EXPECT_EQ(layout.houses.size(), plan.houses);
  EXPECT_EQ(layout.bridges.size(), plan.bridges);
  EXPECT_EQ(layout.pits.size(), plan.pits);
  for (size_t a = 0; a < layout.houses.size(); ++a) {
    for (size_t b = a + 1; b < layout.houses.size(); ++b) {
      EXPECT_GE(Distance(layout.houses[a].middle, layout.houses[b].middle), 32) << a << " " << b;
    }
    EXPECT_GE(RavineDistance(layout, layout.houses[a].middle, 100), 30) << a;
  }
}

TEST(BenchTerrain, HeightsBetweenCornersLieOnTheTriangles) {
  BenchPlan plan;
  plan.size_m = 250;
  const BenchTerrain terrain(plan);
  for (uint32_t j = 0; j < terrain.cells(); j += 7) {
    for (uint32_t i = 0; i < terrain.cells(); i += 7) {
      const Vec3 a = terrain.Corner(i, j);
      const Vec3 b = terrain.Corner(i + 1, j);
      const Vec3 c = terrain.Corner(i + 1, j + 1);
      const Vec3 d = terrain.Corner(i, j + 1);
      EXPECT_NEAR(terrain.HeightAt(a.Plane()), a.y, 1e-9);
      const Vec3 right = (a + b + c) * (1.0 / 3);
      const Vec3 left = (a + c + d) * (1.0 / 3);
      EXPECT_NEAR(terrain.HeightAt(right.Plane()), right.y, 1e-9);
      EXPECT_NEAR(terrain.HeightAt(left.Plane()), left.y, 1e-9);
    }
  }
}

}  // namespace
}  // namespace waystone::samples
