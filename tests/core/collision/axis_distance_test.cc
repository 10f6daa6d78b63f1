#include "core/collision/axis_distance.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.h"
#include "tests/oracle/slow_capsule.h"

namespace waystone {
namespace {

Vec3 RandomPoint(Random& random, double reach_m) {
  return {random.NextInRange(-reach_m, reach_m), random.NextInRange(-reach_m, reach_m),
          random.NextInRange(-reach_m, reach_m)};
}

// A triangle in general position, level, upright, with an upright side, thin, or without area.
SlowTriangle RandomTriangle(Random& random) {
  SlowTriangle t{RandomPoint(random, 2), RandomPoint(random, 2), RandomPoint(random, 2)};
  const uint32_t kind = random.NextBelow(6);
  if (kind == 1) t[1].y = t[2].y = t[0].y;
  if (kind == 2) t[2] = {t[0].x + (t[1].x - t[0].x) * 0.3, t[2].y, t[0].z + (t[1].z - t[0].z) * 0.3};
  if (kind == 3) t[1] = {t[0].x, t[1].y, t[0].z};
  if (kind == 4) t[2] = t[0] + (t[1] - t[0]) * 0.4 + RandomPoint(random, 1e-6);
  if (kind == 5) t[2] = random.NextBelow(2) == 0 ? t[0] : t[0] + (t[1] - t[0]) * 0.5;
  return t;
}

TEST(AxisDistance, AgreesWithTryingEndsAndSides) {
  Random random(3);
  int meet = 0;
  for (int round = 0; round < 100'000; ++round) {
    const SlowTriangle t = RandomTriangle(random);
    const double axis_m = round % 5 == 0 ? 0 : random.NextInRange(0, 3);
    const Vec3 low = RandomPoint(random, 2);
    const AxisNearest nearest = AxisTarget(t[0], t[1], t[2], axis_m).Nearest(low);
    const double slow_m = SlowDistance(low, low + Vec3(0, axis_m, 0), t);
    ASSERT_NEAR(nearest.distance_m, slow_m, 1e-8) << round;
    ASSERT_NEAR(Distance(nearest.on_axis, nearest.on_triangle), nearest.distance_m, 1e-8) << round;
    ASSERT_LT(SlowDistance(nearest.on_triangle, nearest.on_triangle, t), 1e-8) << round;
    ASSERT_EQ(nearest.on_axis.Plane(), low.Plane()) << round;
    ASSERT_GE(nearest.on_axis.y, low.y) << round;
    ASSERT_LE(nearest.on_axis.y, low.y + axis_m + 1e-12) << round;
    meet += nearest.distance_m == 0 ? 1 : 0;
  }
  EXPECT_GT(meet, 300);
}

}  // namespace
}  // namespace waystone
