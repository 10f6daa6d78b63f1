#include "core/changed/solid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/base/random.h"
#include "core/geom/segment.h"

namespace waystone {
namespace {

double OutsideOf(const std::vector<CutLine>& lines, Vec2 at) {
  double most_m = -1e9;
  for (const CutLine& line : lines) most_m = std::max(most_m, line.Outside_m(at));
  return most_m;
}

TEST(FootprintTest, HoldsWhatIsNearAndLittleElse) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    Solid solid;
    const Vec2 middle{random.NextUnit() * 10, random.NextUnit() * 10};
    if (i % 2 == 0) {
      solid.corners = {middle};
      solid.radius_m = random.NextUnit() * 2;
    } else {
      const double yaw = random.NextUnit() * 6;
      const Vec2 along{std::cos(yaw) * 2, std::sin(yaw) * 2};
      const Vec2 aside{-std::sin(yaw), std::cos(yaw)};
      solid.corners = {middle - along - aside, middle + along - aside, middle + along + aside,
                       middle - along + aside};
    }
    const double room_m = i % 3 == 0 ? 0 : random.NextUnit();
    const std::vector<CutLine> lines = FootprintOf(solid, room_m);
    for (int k = 0; k < 500; ++k) {
      const Vec2 at = middle + Vec2{random.NextUnit() * 10 - 5, random.NextUnit() * 10 - 5};
      double distance_m = 1e9;
      bool is_over = solid.corners.size() > 1;
      for (size_t c = 0; c < solid.corners.size(); ++c) {
        const Vec2 a = solid.corners[c];
        const Vec2 b = solid.corners[(c + 1) % solid.corners.size()];
        const Vec2 near = a == b ? a : a + (b - a) * std::clamp(NearestFraction(a, b, at), 0.0, 1.0);
        distance_m = std::min(distance_m, Distance(near, at));
        is_over = is_over && Orient(a, b, at) >= 0;
      }
      if (is_over) distance_m = 0;
      const double reach_m = solid.radius_m + room_m;
      if (distance_m <= reach_m - 1e-9) {
        EXPECT_LE(OutsideOf(lines, at), 0);
      } else if (distance_m > std::max(reach_m + 0.04, 1.0013 * reach_m) + 1e-9) {
        EXPECT_GT(OutsideOf(lines, at), 0);
      }
    }
  }
}

}  // namespace
}  // namespace waystone
