#include "bake/skeleton/ray_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/base/random.h"
#include "tests/bake/skeleton/solid_scene.h"

namespace waystone {
namespace {

// Plates at heights 1 and 3 over the square [0, 4] x [0, 4]; the lower one faces down.
SolidScene TwoPlates() {
  return SolidScene()
      .Plate({Vec3(0, 3, 0), Vec3(0, 3, 4), Vec3(4, 3, 4), Vec3(4, 3, 0)})
      .Plate({Vec3(0, 1, 0), Vec3(4, 1, 0), Vec3(4, 1, 4), Vec3(0, 1, 4)});
}

TEST(RayScene, TheGroundBelowIsTheHighestPlateFromEitherSide) {
  const std::unique_ptr<RayScene> rays = TwoPlates().Rays();
  EXPECT_EQ(rays->GroundBelow({1, 5, 2}, 10), 3);
  EXPECT_EQ(rays->GroundBelow({1, 2.5, 2}, 10), 1);
  EXPECT_EQ(rays->GroundBelow({1, 0.5, 2}, 10), std::nullopt);
  EXPECT_EQ(rays->GroundBelow({5, 5, 2}, 10), std::nullopt);
}

TEST(RayScene, TheGroundBelowEndsAtTheLengthGiven) {
  const std::unique_ptr<RayScene> rays = TwoPlates().Rays();
  EXPECT_EQ(rays->GroundBelow({1, 5, 2}, 1.99), std::nullopt);
  EXPECT_EQ(rays->GroundBelow({1, 5, 2}, 2.01), 3);
}

TEST(RayScene, LinesAreBlockedFromEitherSideAndBetweenTheirEndsOnly) {
  const std::unique_ptr<RayScene> rays = TwoPlates().Rays();
  for (const double y : {1.0, 3.0}) {
    EXPECT_TRUE(rays->IsBlocked({{1, y + 0.5, 1}, {1.5, y - 0.5, 1}}));
    EXPECT_TRUE(rays->IsBlocked({{1, y - 0.5, 1}, {1.5, y + 0.5, 1}}));
    EXPECT_FALSE(rays->IsBlocked({{1, y + 0.9, 1}, {1, y + 0.1, 1}}));
    EXPECT_FALSE(rays->IsBlocked({{5, y + 0.5, 1}, {5, y - 0.5, 1}}));
  }
}

TEST(RayScene, NothingIsHitWhereNothingIsSolid) {
  const std::unique_ptr<RayScene> rays = SolidScene().Rays();
  EXPECT_EQ(rays->GroundBelow({0, 1, 0}, 100), std::nullopt);
  EXPECT_FALSE(rays->IsBlocked({{-10, 0, 0}, {10, 0, 0}}));
}

TEST(RayScene, AVertexOutOfRangeIsRefused) {
  SolidScene solid = TwoPlates();
  solid.triangles[2].vertex[1] = 8;
  const auto rays = RayScene::Create(solid.vertices, solid.triangles);
  EXPECT_EQ(rays.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(rays.status().message().find("triangles[2]"), std::string_view::npos) << rays.status();
}

// Lines that a hair's breadth does not decide.
TEST(RayScene, LinesAreBlockedWhereTheCollisionGeometryBlocksThem) {
  Random random(17);
  const auto anywhere = [&] {
    return Vec3{random.NextInRange(-5, 5), random.NextInRange(-5, 5), random.NextInRange(-5, 5)};
  };
  SolidScene solid;
  for (int k = 0; k < 60; ++k) {
    const Vec3 at = anywhere();
    const auto near = [&] { return at + anywhere() * 0.3; };
    solid.Plate({near(), near(), near(), near()});
  }
  const std::unique_ptr<RayScene> rays = solid.Rays();
  const CollisionData tree = solid.Tree();
  const CollisionView view = ViewOf(tree);
  int compared = 0;
  int blocked = 0;
  for (int k = 0; k < 20000; ++k) {
    const Vec3 from = anywhere();
    const Vec3 to = anywhere();
    const bool expected = view.Blocked(from, to);
    const auto is_alike = [&](const Vec3& shift) {
      return view.Blocked(from + shift, to + shift) == expected;
    };
    const std::vector<Vec3> shifts = {{1e-4, 0, 0},  {-1e-4, 0, 0}, {0, 1e-4, 0},
                                      {0, -1e-4, 0}, {0, 0, 1e-4},  {0, 0, -1e-4}};
    if (!std::all_of(shifts.begin(), shifts.end(), is_alike)) continue;
    ++compared;
    blocked += expected ? 1 : 0;
    ASSERT_EQ(rays->IsBlocked({from, to}), expected) << k;
  }
  EXPECT_GT(compared, 19000);
  EXPECT_GT(blocked, 5000);
  EXPECT_LT(blocked, 18000);
}

}  // namespace
}  // namespace waystone
