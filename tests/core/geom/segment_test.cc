#include "core/geom/segment.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/random.h"

namespace waystone {
namespace {

TEST(Segment, NearestFractionStaysOnTheSegment) {
  EXPECT_EQ(NearestFraction({0, 0}, {2, 0}, {-1, 5}), 0);
  EXPECT_EQ(NearestFraction({0, 0}, {2, 0}, {0.5, 5}), 0.25);
  EXPECT_EQ(NearestFraction({0, 0}, {2, 0}, {9, 5}), 1);
  EXPECT_EQ(NearestFraction({1, 1}, {1, 1}, {9, 5}), 0);
}

TEST(Segment, CrossingFractionFindsWhereALineMeetsIt) {
  EXPECT_EQ(CrossingFraction({1, -1}, {1, 1}, {0, 0}, {4, 0}), 0.25);
  EXPECT_EQ(CrossingFraction({-1, -1}, {-1, 1}, {0, 0}, {4, 0}), 0);  // beyond an end
  EXPECT_EQ(CrossingFraction({0, 1}, {4, 1}, {0, 0}, {4, 0}), 0);     // parallel
}

TEST(Segment, DistanceBetweenSegmentsIsThatOfTheirNearestPoints) {
  Random random(1);
  const auto any = [&] { return Vec2{random.NextInRange(-3, 3), random.NextInRange(-3, 3)}; };
  int crossing = 0;
  for (int i = 0; i < 300; ++i) {
    const Vec2 a = any();
    const Vec2 b = any();
    const Vec2 c = any();
    const Vec2 d = any();
    double sampled = 1e9;
    constexpr int kSteps = 200;
    for (int k = 0; k <= kSteps; ++k) {
      sampled = std::min(sampled, SegmentDistance(c, d, a + (b - a) * (static_cast<double>(k) / kSteps)));
    }
    const double distance = SegmentsDistance(a, b, c, d);
    EXPECT_LE(distance, sampled + 1e-12);
    EXPECT_GE(distance, sampled - Distance(a, b) / kSteps);
    crossing += distance == 0 ? 1 : 0;
  }
  EXPECT_GT(crossing, 20);
  EXPECT_EQ(SegmentsDistance({0, 0}, {2, 0}, {1, 0}, {3, 0}), 0);
  EXPECT_EQ(SegmentsDistance({0, 0}, {2, 0}, {0, 1}, {2, 1}), 1);
}

}  // namespace
}  // namespace waystone
