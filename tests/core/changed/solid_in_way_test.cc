// Lines past solids, against places along them.
#include "core/changed/solid_in_way.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/base/random.h"

namespace waystone {
namespace {

TEST(SolidInWay, IsOnALineIfItIsAtOneOfItsPlaces) {
  Random random(11);
  int met = 0;
  int passed = 0;
  for (int round = 0; round < 20'000; ++round) {
    const auto within = [&](double low, double high) { return random.NextInRange(low, high); };
    const Vec3 middle(within(-2, 2), within(-2, 2), within(-2, 2));
    const Vec3 half(within(0.1, 2), within(0.1, 2), within(0.1, 2));
    const Solid box{.corners = {{middle.x - half.x, middle.z - half.z},
                                {middle.x + half.x, middle.z - half.z},
                                {middle.x + half.x, middle.z + half.z},
                                {middle.x - half.x, middle.z + half.z}},
                    .min_y = middle.y - half.y,
                    .max_y = middle.y + half.y};
    const BodyReach body{.around_m = within(0, 1), .below_m = within(0, 1), .above_m = within(0, 2)};
    const Vec3 from(within(-5, 5), within(-5, 5), within(-5, 5));
    const Vec3 to = round % 10 == 0 ? from : Vec3(within(-5, 5), within(-5, 5), within(-5, 5));
    // [m] How far the body is from the solid where it is nearest; less than 0 in it.
    double nearest_m = 100;
    for (double i = 0; i <= 500; ++i) {
      const Vec3 at = from + (to - from) * (i / 500);
      const double off_x = std::max(0.0, std::abs(at.x - middle.x) - half.x);
      const double off_z = std::max(0.0, std::abs(at.z - middle.z) - half.z);
      const double beside_m = std::hypot(off_x, off_z) - body.around_m;
      const double above_m = at.y - body.below_m - box.max_y;
      const double below_m = box.min_y - at.y - body.above_m;
      nearest_m = std::min(nearest_m, std::max({beside_m, above_m, below_m}));
    }
    const bool is_on = SolidInWay(box, body).IsOn(from, to);
    if (nearest_m < -1e-3) {
      EXPECT_TRUE(is_on) << round;
      ++met;
    } else if (nearest_m > 0.07) {  // FootprintOf, and the steps
      EXPECT_FALSE(is_on) << round;
      ++passed;
    }
  }
  EXPECT_GT(met, 3000);
  EXPECT_GT(passed, 3000);
}

}  // namespace
}  // namespace waystone
