#include "bake/recast/detail_flips.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "core/base/random.h"

namespace waystone {
namespace {

double AreaOf(const std::vector<Vec2>& points, const std::vector<uint16_t>& triangles) {
  double area = 0;
  for (size_t t = 0; t < triangles.size(); t += 3) {
    area += Orient(points[triangles[t]], points[triangles[t + 1]], points[triangles[t + 2]]) / 2;
  }
  return area;
}

// How deep the point lies in the triangle's circumcircle, over its radius; below 0 outside.
double DepthInCircle(Vec2 a, Vec2 b, Vec2 c, Vec2 point) {
  const Vec2 ab = b - a;
  const Vec2 ac = c - a;
  const double twice_cross = 2 * Cross(ab, ac);
  const Vec2 centre{(ac.z * Dot(ab, ab) - ab.z * Dot(ac, ac)) / twice_cross,
                    (ab.x * Dot(ac, ac) - ac.x * Dot(ab, ab)) / twice_cross};
  const double radius = std::sqrt(Dot(centre, centre));
  return 1 - Distance(a + centre, point) / radius;
}

// Corners on a circle stretched to an ellipse, triangulated as a fan from corner 0.
struct Fan {
  std::vector<Vec2> points;
  std::vector<uint16_t> triangles;
};

Fan RandomFan(Random& random, uint16_t corners) {
  Fan fan;
  const double width = random.NextInRange(0.05, 1);
  double angle = 0;
  for (uint16_t k = 0; k < corners; ++k) {
    angle += random.NextInRange(0.2, 1) * 2 * std::numbers::pi / corners;
    fan.points.push_back({10 * std::cos(angle), 10 * width * std::sin(angle)});
  }
  for (uint16_t k = 2; k < corners; ++k) {
    const uint16_t triangle[] = {0, static_cast<uint16_t>(k - 1), k};
    fan.triangles.insert(fan.triangles.end(), triangle, triangle + 3);
  }
  return fan;
}

TEST(FlipToDelaunay, LeavesNoPointInACircleAndCoversTheSame) {
  Random random(3);
  for (int round = 0; round < 500; ++round) {
    Fan fan = RandomFan(random, static_cast<uint16_t>(4 + round % 20));
    const double area = AreaOf(fan.points, fan.triangles);
    FlipToDelaunay(fan.points, fan.triangles);
    EXPECT_NEAR(AreaOf(fan.points, fan.triangles), area, 1e-9);
    for (size_t t = 0; t < fan.triangles.size(); t += 3) {
      const Vec2 a = fan.points[fan.triangles[t]];
      const Vec2 b = fan.points[fan.triangles[t + 1]];
      const Vec2 c = fan.points[fan.triangles[t + 2]];
      ASSERT_GT(Orient(a, b, c), 0);
      for (const Vec2& point : fan.points) ASSERT_LT(DepthInCircle(a, b, c, point), 1e-4) << round;
    }
  }
}

// A strip with points along both sides: no triangle may run past more than two of them.
TEST(FlipToDelaunay, ALadderGetsRungs) {
  std::vector<Vec2> points;
  constexpr uint16_t kRungs = 12;
  for (uint16_t k = 0; k < kRungs; ++k) points.push_back({static_cast<double>(k), 0});
  for (uint16_t k = 0; k < kRungs; ++k) points.push_back({kRungs - 1.0 - k, 0.5});
  // All of one side to the first point of the other, and the other side to the last of the first.
  std::vector<uint16_t> triangles;
  for (uint16_t k = 1; k < kRungs; ++k) {
    for (const int corner : {k - 1, static_cast<int>(k), 2 * kRungs - 1}) {
      triangles.push_back(static_cast<uint16_t>(corner));
    }
  }
  for (uint16_t k = kRungs; k + 1 < 2 * kRungs; ++k) {
    for (const int corner : {static_cast<int>(k), k + 1, kRungs - 1}) {
      triangles.push_back(static_cast<uint16_t>(corner));
    }
  }
  FlipToDelaunay(points, triangles);
  for (size_t t = 0; t < triangles.size(); ++t) {
    const size_t next = t % 3 == 2 ? t - 2 : t + 1;
    EXPECT_LT(Distance(points[triangles[t]], points[triangles[next]]), 1.2) << t;
  }
}

TEST(FlipToDelaunay, DissolvesATriangleWithoutArea) {
  // Point 1 lies on the side from 0 to 2.
  const std::vector<Vec2> points = {{0, 0}, {1, 0}, {2, 0}, {1, 1}};
  std::vector<uint16_t> triangles = {0, 1, 2, 0, 2, 3};
  FlipToDelaunay(points, triangles);
  EXPECT_EQ(triangles, (std::vector<uint16_t>{2, 3, 1, 3, 0, 1}));
}

}  // namespace
}  // namespace waystone
