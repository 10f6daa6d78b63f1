#include "core/geom/triangle.h"

#include <gtest/gtest.h>

#include "core/base/random.h"

namespace waystone {
namespace {

TEST(ClosestOnSegment, GivesItsEndsExactly) {
  const Vec3 a(0.1, 1.3, 0.7);
  const Vec3 b(3.3, 2.9, -0.3);
  EXPECT_EQ(ClosestOnSegment(a, b, {-5, 2}).point, a);
  EXPECT_EQ(ClosestOnSegment(a, b, {9, -2}).point, b);
  EXPECT_EQ(ClosestOnSegment(a, a, {9, -2}).point, a);
}

TEST(ClosestOnSegment, InterpolatesTheHeight) {
  const PlaneHit hit = ClosestOnSegment({0, 0, 0}, {4, 2, 0}, {1, 3});
  EXPECT_EQ(hit.point, Vec3(1, 0.5, 0));
  EXPECT_EQ(hit.distance_sq_m2, 9);
}

TEST(HeightOnTriangle, IsTheSameForBothWindings) {
  Random random(2);
  const Vec3 a(0, 1, 0);
  const Vec3 b(5, 3, 1);
  const Vec3 c(1, -2, 4);
  int inside = 0;
  for (int i = 0; i < 1000; ++i) {
    const Vec2 at{random.NextInRange(-1, 6), random.NextInRange(-1, 6)};
    const std::optional<double> one = HeightOnTriangle(a, b, c, at);
    const std::optional<double> other = HeightOnTriangle(a, c, b, at);
    ASSERT_EQ(one.has_value(), other.has_value());
    if (!one) continue;
    ++inside;
    EXPECT_NEAR(*one, *other, 1e-12);
    EXPECT_LE(*one, 3);
    EXPECT_GE(*one, -2);
  }
  EXPECT_GT(inside, 100);
}

TEST(HeightOnTriangle, HasNoneWithoutArea) {
  EXPECT_FALSE(HeightOnTriangle({0, 0, 0}, {2, 0, 2}, {1, 5, 1}, {1, 1}).has_value());
}

TEST(ClosestOnTriangle, LiesNoNearerThanTheBoundAndNoFartherThanAnySample) {
  Random random(3);
  const auto draw = [&] {
    return Vec3(random.NextInRange(-4, 4), random.NextInRange(-4, 4), random.NextInRange(-4, 4));
  };
  for (int i = 0; i < 2000; ++i) {
    const Vec3 a = draw();
    const Vec3 b = draw();
    const Vec3 c = draw();
    const Vec2 at = (draw() * 2).Plane();
    const PlaneHit hit = ClosestOnTriangle(a, b, c, at);
    ASSERT_GE(hit.distance_sq_m2, PlaneDistanceBound(a, b, c, at) - 1e-12);
    for (int k = 0; k < 20; ++k) {
      const double u = random.NextUnit();
      const double v = random.NextUnit() * (1 - u);
      const Vec2 off = (a + (b - a) * u + (c - a) * v).Plane() - at;
      ASSERT_LE(hit.distance_sq_m2, Dot(off, off) + 1e-12);
    }
  }
}

}  // namespace
}  // namespace waystone
