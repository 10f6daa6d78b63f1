#include "core/query/body_sweep.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "bake/collision/collision_builder.h"
#include "core/base/random.h"

namespace waystone {
namespace {

constexpr SweptBody kBody{.radius_m = 0.3, .low_m = 0.5, .high_m = 1.8};

// Owns one triangle or more.
struct Solid {
  explicit Solid(const std::vector<Vec3>& corners) {
    std::vector<Vec3f> vertices;
    std::vector<CollisionTriangle> triangles;
    for (const Vec3& corner : corners) vertices.push_back(corner.ToFloat());
    for (uint32_t i = 0; i + 2 < corners.size(); i += 3) triangles.push_back({{i, i + 1, i + 2}});
    data = *BuildCollision(vertices, triangles);
  }
  CollisionView view() const { return *CollisionView::Create(data.vertices, data.triangles, data.nodes); }
  CollisionData data;
};

TEST(BodySweep, FollowsTheGroundUpAndDown) {
  // A slab at head height above the lower end of a ramp, which the body passes under.
  const Solid slab({{2, 2, -1}, {3, 2, -1}, {3, 2, 1}, {2, 2, -1}, {3, 2, 1}, {2, 2, 1}});
  const std::vector<Vec3> level = {{0, 0, 0}, {5, 0, 0}};
  const std::vector<Vec3> ramp = {{0, 0, 0}, {2, 0.1, 0}, {5, 3, 0}};
  EXPECT_FALSE(SweepBody(slab.view(), level, kBody));
  const auto contact = SweepBody(slab.view(), ramp, kBody);
  ASSERT_TRUE(contact);
  EXPECT_GT(contact->came_m, 1.5);
  EXPECT_LT(contact->came_m, 3.3);
}

TEST(BodySweep, TheFirstContactCounts) {
  const Solid two({{2, 0, -1}, {2, 2, -1}, {2, 2, 1}, {4, 0, -1}, {4, 2, -1}, {4, 2, 1}});
  const std::vector<Vec3> line = {{0, 0, 0}, {1, 0, 0}, {6, 0, 0}};
  const auto contact = SweepBody(two.view(), line, kBody);
  ASSERT_TRUE(contact);
  EXPECT_NEAR(contact->came_m, 2, 0.31);
  EXPECT_NEAR(contact->at.x, contact->came_m, 1e-12);
}

TEST(BodySweep, AStandingBodyMeetsWhatItStandsIn) {
  const Solid pole({{0.1, 0, 0}, {0.1, 2, 0}, {0.12, 2, 0}});
  const std::vector<Vec3> still = {{0, 0, 0}, {0, 0, 0}};
  EXPECT_TRUE(SweepBody(pole.view(), still, kBody));
  const std::vector<Vec3> beside = {{1, 0, 0}, {1, 0, 0}};
  EXPECT_FALSE(SweepBody(pole.view(), beside, kBody));
}

// The smallest distance, in the plane and in units of nothing, from the middle of the body to points of the
// triangle between the heights of its ends, looking at many places of the line and many points of the
// triangle.
double SlowClearance_m(const Vec3& from, const Vec3& to, const Vec3& a, const Vec3& b, const Vec3& c,
                       const SweptBody& body) {
  constexpr int kPlaces = 60;
  constexpr int kPoints = 60;
  double nearest_m = INFINITY;
  for (int i = 0; i <= kPoints; ++i) {
    for (int k = 0; k <= kPoints - i; ++k) {
      const Vec3 p = a + (b - a) * (double(i) / kPoints) + (c - a) * (double(k) / kPoints);
      // Heights count where the sheared body is beside the point.
      const Vec2 way = to.Plane() - from.Plane();
      const double along = Dot(p.Plane() - from.Plane(), way) / Dot(way, way);
      const double ground_m = from.y + (to.y - from.y) * along;
      if (p.y < ground_m + body.low_m || p.y > ground_m + body.high_m) continue;
      for (int t = 0; t <= kPlaces; ++t) {
        nearest_m = std::min(nearest_m, PlaneDistance(from + (to - from) * (double(t) / kPlaces), p));
      }
    }
  }
  return nearest_m;
}

TEST(BodySweep, AgreesWithLookingAtManyPoints) {
  Random random(9);
  const auto point = [&](double reach) {
    return Vec3(random.NextInRange(-reach, reach), random.NextInRange(-0.5, 2.5),
                random.NextInRange(-reach, reach));
  };
  int met = 0;
  int passed = 0;
  for (int round = 0; round < 1500; ++round) {
    const Vec3 a = point(1.5);
    const Vec3 b = a + point(0.6) - Vec3(0, 1, 0);
    const Vec3 c = a + point(0.6) - Vec3(0, 1, 0);
    const std::vector<Vec3> line = {
        {random.NextInRange(-2, -1), 0, random.NextInRange(-1, 1)},
        {random.NextInRange(1, 2), random.NextInRange(-1, 1), random.NextInRange(-1, 1)}};
    const Solid solid({a, b, c});
    const double clearance_m = SlowClearance_m(line[0], line[1], a, b, c, kBody);
    constexpr double kCoarse_m = 0.05;  // of the points looked at
    if (std::abs(clearance_m - kBody.radius_m) < kCoarse_m) continue;
    const bool meets = SweepBody(solid.view(), line, kBody).has_value();
    // A sliver between the heights may be missed by all points looked at, so only what they saw is proof.
    if (clearance_m < kBody.radius_m) {
      ASSERT_TRUE(meets) << round;
      ++met;
    } else if (!meets) {
      ++passed;
    } else {
      SweptBody thinner = kBody;
      thinner.low_m += kCoarse_m;
      thinner.high_m -= kCoarse_m;
      thinner.radius_m -= kCoarse_m;
      ASSERT_FALSE(SweepBody(solid.view(), line, thinner)) << round;
    }
  }
  EXPECT_GT(met, 200);
  EXPECT_GT(passed, 200);
}

}  // namespace
}  // namespace waystone
