#include "core/collision/body_sweep.h"

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
    vertices.reserve(corners.size());
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

TEST(BodySweep, WhatOnlyTouchesIsNoContact) {
  const Solid floor({{-9, 0.5, -9}, {9, 0.5, -9}, {0, 0.5, 9}});
  const Solid wall({{1.5, -5, -9}, {1.5, -5, 9}, {1.5, 9, 0}});  // the body ends at x = 1.3
  const std::vector<Vec3> line = {{0, 0, 0}, {1, 0, 0}};
  EXPECT_FALSE(SweepBody(floor.view(), line, kBody));
  EXPECT_FALSE(SweepBody(wall.view(), line, {.radius_m = 0.5, .low_m = 0.5, .high_m = 1.8}));
  EXPECT_TRUE(SweepBody(floor.view(), line, {.radius_m = 0.3, .low_m = 0.499, .high_m = 1.8}));
  EXPECT_TRUE(SweepBody(wall.view(), line, {.radius_m = 0.501, .low_m = 0.5, .high_m = 1.8}));
  EXPECT_FALSE(SweepBody(wall.view(), line, {.radius_m = 0.501, .low_m = 0.5, .high_m = 0.5}));
}

// A box open below, from x0 to x1, at heights up to `top`.
void AddStep(double x0, double x1, double top, std::vector<Vec3>& corners) {
  const Vec3 c[] = {{x0, 0, -1}, {x0, 0, 1}, {x0, top, -1}, {x0, top, 1}, {x1, top, -1}, {x1, top, 1}};
  for (const int k : {0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4}) corners.push_back(c[k]);
}

TEST(BodySweep, StepsUpToWhatTheBodyIsCarriedOverAreNoContactHoweverSteepTheLine) {
  constexpr double kStep_m = 0.5;
  std::vector<Vec3> corners;
  for (int i = 0; i < 4; ++i) AddStep(1 + i, 2 + i, kStep_m * (i + 1), corners);
  const Solid stairs(corners);
  // The line goes up the risers within `run_m`; 0 is straight up.
  for (const double run_m : {0.0, 1e-9, 1e-3, 0.02, 0.1, 0.3}) {
    std::vector<Vec3> line = {{0, 0, 0}};
    for (int i = 0; i < 4; ++i) {
      line.push_back({1 + i - run_m / 2, kStep_m * i, 0});
      line.push_back({1 + i + run_m / 2, kStep_m * (i + 1), 0});
    }
    for (const double radius_m : {1e-3, 0.01, 0.05, 0.4}) {
      // The line lies above or below the ground by less than a step beside a riser.
      const double low_m = kStep_m + (run_m > 0 ? kStep_m / 2 : 1e-6);
      const SweptBody body{.radius_m = radius_m, .low_m = low_m, .high_m = 1.8};
      EXPECT_FALSE(SweepBody(stairs.view(), line, body)) << run_m << " " << radius_m;
      std::vector<Vec3> back(line.rbegin(), line.rend());
      EXPECT_FALSE(SweepBody(stairs.view(), back, body)) << run_m << " " << radius_m;
    }
  }
}

// Whether at one of many places of the line the upright body holds one of many points of the triangle.
bool MeetsByPoints(const Vec3& from, const Vec3& to, const Vec3 (&triangle)[3], const SweptBody& body) {
  constexpr int kPlaces = 40;
  constexpr int kPoints = 40;
  for (int i = 0; i <= kPoints; ++i) {
    for (int k = 0; k <= kPoints - i; ++k) {
      const Vec3 p = triangle[0] + (triangle[1] - triangle[0]) * (double(i) / kPoints) +
                     (triangle[2] - triangle[0]) * (double(k) / kPoints);
      for (int t = 0; t <= kPlaces; ++t) {
        const Vec3 at = from + (to - from) * (double(t) / kPlaces);
        if (PlaneDistance(at, p) < body.radius_m && p.y > at.y + body.low_m && p.y < at.y + body.high_m) {
          return true;
        }
      }
    }
  }
  return false;
}

// Contacts are contacts of the upright body, and none is missed of a body shorter by what the line rises
// under it.
TEST(BodySweep, AgreesWithLookingAtManyPoints) {
  Random random(9);
  const auto point = [&](double reach) {
    return Vec3(random.NextInRange(-reach, reach), random.NextInRange(-0.5, 2.5),
                random.NextInRange(-reach, reach));
  };
  constexpr double kCoarse_m = 0.06;  // of the points looked at
  int met = 0;
  int passed = 0;
  for (int round = 0; round < 3000; ++round) {
    const Vec3 a = point(1.2);
    const Vec3 triangle[3] = {a, a + point(0.6) - Vec3(0, 1, 0), a + point(0.6) - Vec3(0, 1, 0)};
    const double half_m = round % 3 == 0 ? random.NextInRange(0, 0.2) : random.NextInRange(0.2, 1.5);
    const Vec3 path = Vec3(half_m, random.NextInRange(-0.4, 0.4), random.NextInRange(-half_m, half_m));
    const std::vector<Vec3> line = {Vec3() - path, path};
    const double rise_m = std::abs(line[1].y - line[0].y);
    const double slope = rise_m / PlaneDistance(line[0], line[1]);
    const double quarter_m = (kBody.high_m - kBody.low_m) / 4;
    const double drawn_in_m = std::min(rise_m / 2, slope * kBody.radius_m);
    const double under_m = 2 * std::min(drawn_in_m, quarter_m);
    const double radius_m = drawn_in_m > quarter_m ? quarter_m / slope : kBody.radius_m;
    const SweptBody smaller{radius_m - kCoarse_m, kBody.low_m + under_m, kBody.high_m - under_m};
    const SweptBody larger{kBody.radius_m + kCoarse_m, kBody.low_m - kCoarse_m, kBody.high_m + kCoarse_m};
    if (SweepBody(Solid({triangle[0], triangle[1], triangle[2]}).view(), line, kBody)) {
      ASSERT_TRUE(MeetsByPoints(line[0], line[1], triangle, larger)) << round;
      ++met;
    } else {
      ASSERT_FALSE(MeetsByPoints(line[0], line[1], triangle, smaller)) << round;
      ++passed;
    }
  }
  EXPECT_GT(met, 500);
  EXPECT_GT(passed, 500);
}

}  // namespace
}  // namespace waystone
