#include "core/collision/standing_height.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "bake/collision/collision_builder.h"
#include "core/base/random.h"

namespace waystone {
namespace {

constexpr Footing kFooting{.reach_m = 0.5, .headroom_m = 1.5, .max_slope_deg = 45};

struct Ground {
  std::vector<Vec3f> vertices;
  std::vector<CollisionTriangle> triangles;

  void Add(const Vec3& a, const Vec3& b, const Vec3& c) {
    const auto first = static_cast<uint32_t>(vertices.size());
    for (const Vec3& p : {a, b, c}) vertices.push_back(p.ToFloat());
    triangles.push_back({{first, first + 1, first + 2}});
  }
  // A rectangle that faces up, or down; its height runs from y0 at x0 to y1 at x1.
  void AddFloor(double x0, double x1, double y0, double y1, bool faces_up = true) {
    const Vec3 p[] = {{x0, y0, -1}, {x0, y0, 1}, {x1, y1, 1}, {x1, y1, -1}};
    Add(p[0], p[faces_up ? 1 : 2], p[faces_up ? 2 : 1]);
    Add(p[0], p[faces_up ? 2 : 3], p[faces_up ? 3 : 2]);
  }
  std::optional<double> HeightNear(const Vec3& place, const Footing& footing = kFooting) const {
    const CollisionData data = *BuildCollision(vertices, triangles);
    return StandingHeight(*CollisionView::Create(data.vertices, data.triangles, data.nodes), place, footing);
  }
};

TEST(StandingHeight, IsTheNearestFloorWithinReach) {
  Ground ground;
  ground.AddFloor(0, 4, 0, 0);
  ground.AddFloor(0, 4, 3, 3);
  EXPECT_EQ(ground.HeightNear({1, 0.4, 0.3}), 0);
  EXPECT_EQ(ground.HeightNear({1, 2.6, 0.3}), 3);
  EXPECT_EQ(ground.HeightNear({1, 0.6, 0.3}), std::nullopt);
  EXPECT_EQ(ground.HeightNear({5, 0, 0}), std::nullopt);
}

TEST(StandingHeight, IsNotThatOfAFloorThatGoesOnUnderAStep) {
  Ground ground;
  ground.AddFloor(0, 4, 0, 0);
  ground.AddFloor(2, 4, 0.5, 0.5);
  EXPECT_EQ(ground.HeightNear({1.9, 0.3, 0}), 0);
  EXPECT_EQ(ground.HeightNear({2.1, 0.1, 0}), 0.5);
}

TEST(StandingHeight, IsNeverThatOfACeilingAndOfASteepFaceOnlyIfThereIsNothingBetter) {
  Ground ground;
  ground.AddFloor(0, 4, 0.2, 0.2, false);
  EXPECT_EQ(ground.HeightNear({1, 0, 0}), std::nullopt);
  Ground cliff;
  cliff.AddFloor(0, 1, 0, 4);
  EXPECT_NEAR(*cliff.HeightNear({0.5, 2.1, 0}), 2, 1e-6);
  cliff.AddFloor(0, 4, 1.9, 1.9);  // the cliff rises out of it
  EXPECT_NEAR(*cliff.HeightNear({0.5, 2.1, 0}), 2, 1e-6);
  EXPECT_NEAR(*cliff.HeightNear({0.45, 2.1, 0}), 1.9, 1e-6);
}

TEST(StandingHeight, UnderALowCeilingItIsStillTheFloor) {
  Ground ground;
  ground.AddFloor(0, 4, 0, 0);
  ground.AddFloor(0, 4, 1.2, 1.2, false);
  EXPECT_EQ(ground.HeightNear({1, 0.2, 0}), 0);
}

// On ground that is a sheet of triangles, the sheet itself: everywhere, on sides and corners too.
TEST(StandingHeight, FindsTheSheetEverywhere) {
  Random random(4);
  for (int round = 0; round < 20; ++round) {
    constexpr int kSide = 8;
    Ground ground;
    std::vector<double> y((kSide + 1) * (kSide + 1));
    for (double& height : y) height = random.NextInRange(0, 0.6);
    const auto at = [&](int i, int k) { return Vec3(i, y[i * (kSide + 1) + k], k); };
    for (int i = 0; i < kSide; ++i) {
      for (int k = 0; k < kSide; ++k) {
        ground.Add(at(i, k), at(i, k + 1), at(i + 1, k + 1));
        ground.Add(at(i, k), at(i + 1, k + 1), at(i + 1, k));
      }
    }
    for (int i = 0; i <= 4 * kSide; ++i) {
      for (int k = 0; k <= 4 * kSide; ++k) {
        const double x = i / 4.0;
        const double z = k / 4.0;
        const int ci = std::min(static_cast<int>(x), kSide - 1);
        const int ck = std::min(static_cast<int>(z), kSide - 1);
        const double u = x - ci;
        const double v = z - ck;
        const double expected =
            v >= u ? at(ci, ck).y * (1 - v) + at(ci, ck + 1).y * (v - u) + at(ci + 1, ck + 1).y * u
                   : at(ci, ck).y * (1 - u) + at(ci + 1, ck).y * (u - v) + at(ci + 1, ck + 1).y * v;
        const std::optional<double> found = ground.HeightNear({x, expected + 0.1, z});
        ASSERT_TRUE(found) << x << " " << z;
        ASSERT_NEAR(*found, expected, 1e-6) << x << " " << z;
      }
    }
  }
}

}  // namespace
}  // namespace waystone
