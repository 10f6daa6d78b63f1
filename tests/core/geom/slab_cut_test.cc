#include "core/geom/slab_cut.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/random.h"

namespace waystone {
namespace {

// Whether some point of triangle abc between the two heights lies over `at`: by looking at a grid of it.
bool HoldsBySamples(const Vec3& a, const Vec3& b, const Vec3& c, double low, double high, Vec2 at,
                    double within_m) {
  constexpr int kSteps = 60;
  for (int i = 0; i <= kSteps; ++i) {
    for (int j = 0; i + j <= kSteps; ++j) {
      const Vec3 p = a + (b - a) * (i * (1.0 / kSteps)) + (c - a) * (j * (1.0 / kSteps));
      if (p.y >= low && p.y <= high && Distance(p.Plane(), at) <= within_m) return true;
    }
  }
  return false;
}

TEST(SlabCut, HoldsWhatLiesUnderOrOverThePartBetweenTheHeights) {
  Random random(7);
  const auto draw = [&] {
    return Vec3(random.NextInRange(0, 4), random.NextInRange(0, 4), random.NextInRange(0, 4));
  };
  int inside = 0;
  for (int round = 0; round < 1500; ++round) {
    const Vec3 a = draw();
    const Vec3 b = draw();
    const Vec3 c = draw();
    const double low = random.NextInRange(0, 3);
    const double high = low + random.NextInRange(0.1, 2);
    const Vec2 at = draw().Plane();
    const SlabCut cut(a, b, c, low, high);
    for (const Vec3& corner : cut.corners()) {
      EXPECT_GE(corner.y, low - 1e-9);
      EXPECT_LE(corner.y, high + 1e-9);
    }
    if (cut.Holds(at)) {
      ++inside;
      EXPECT_TRUE(HoldsBySamples(a, b, c, low, high, at, 0.15)) << round;
    } else {
      EXPECT_FALSE(HoldsBySamples(a, b, c, low + 0.2, high - 0.2, at, 1e-3)) << round;
    }
  }
  EXPECT_GT(inside, 5);
}

TEST(SlabCut, NothingIsLeftOfWhatIsOutsideAndAnUprightPartHoldsNothing) {
  EXPECT_TRUE(SlabCut({0, 0, 0}, {4, 0, 0}, {0, 0, 4}, 1, 2).empty());
  const SlabCut upright({0, 0, 0}, {4, 0, 0}, {0, 4, 0}, 1, 2);
  EXPECT_FALSE(upright.empty());
  EXPECT_FALSE(upright.Holds({1, 0}));
  // Two corners below and one above: a quadrilateral; cut on both sides: five corners.
  EXPECT_EQ(SlabCut({0, 0, 0}, {4, 1, 0}, {0, 4, 4}, 0.5, 2).corners().size(), 5U);
}

}  // namespace
}  // namespace waystone
