#include "core/placement/place_region.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.h"

namespace waystone {
namespace {

TEST(PlaceRegion, ABallIsClosedAndRoundInAllDirections) {
  const PlaceRegion ball = BallRegion{{1, 2, 3}, 5};
  EXPECT_TRUE(Contains(ball, {6, 2, 3}));
  EXPECT_TRUE(Contains(ball, {1, 7, 3}));
  EXPECT_FALSE(Contains(ball, {4.6, 5.6, 3}));
  EXPECT_FALSE(Contains(ball, {6.001, 2, 3}));
}

TEST(PlaceRegion, ABoxTurnsFromZTowardsX) {
  const BoxRegion straight{{0, 0, 0}, {1, 1, 4}, 0};
  EXPECT_TRUE(Contains(straight, {1, 1, 4}));
  EXPECT_FALSE(Contains(straight, {1.1, 0, 0}));
  const BoxRegion turned{{0, 0, 0}, {1, 1, 4}, 45};  // its long axis now points to +x +z
  EXPECT_TRUE(Contains(turned, {2.7, 0, 2.7}));
  EXPECT_FALSE(Contains(turned, {-2.7, 0, 2.7}));
}

TEST(PlaceRegion, APrismMayBeHollowedOutAndEitherWayRound) {
  //  a U that is open at the top
  const std::vector<Vec2> corners = {{0, 0}, {6, 0}, {6, 6}, {4, 6}, {4, 2}, {2, 2}, {2, 6}, {0, 6}};
  for (const bool reverse : {false, true}) {
    PrismRegion prism{corners, -1.0, {}};
    if (reverse) prism.corners.assign(corners.rbegin(), corners.rend());
    EXPECT_TRUE(CheckRegion(prism).ok());
    EXPECT_TRUE(Contains(prism, {1, 100, 5}));
    EXPECT_TRUE(Contains(prism, {3, 0, 1}));
    EXPECT_FALSE(Contains(prism, {3, 0, 4}));
    EXPECT_FALSE(Contains(prism, {3, -2, 1}));
    EXPECT_TRUE(Contains(prism, {6, 0, 3})) << "sides belong to it";
  }
}

TEST(PlaceRegion, ABandFollowsItsLineAtAnyHeight) {
  const PlaceRegion band = BandRegion{{{0, 0, 0}, {10, 0, 0}, {10, 50, 10}}, 1};
  EXPECT_TRUE(Contains(band, {5, 99, 1}));
  EXPECT_TRUE(Contains(band, {11, 0, 7}));
  EXPECT_FALSE(Contains(band, {5, 0, 5}));
  EXPECT_TRUE(Contains(BandRegion{{{1, 1, 1}}, 2}, {1, 1, 3}));
}

PlaceRegion RandomRegion(Random& random) {
  const auto at = [&] {
    return Vec3(random.NextInRange(-5, 5), random.NextInRange(-5, 5), random.NextInRange(-5, 5));
  };
  switch (random.NextBelow(4)) {
    case 0:
      return BallRegion{at(), random.NextInRange(0, 5)};
    case 1:
      return BoxRegion{at(),
                       {random.NextInRange(0, 4), random.NextInRange(0, 4), random.NextInRange(0, 4)},
                       random.NextInRange(-360, 360)};
    case 2: {
      PrismRegion prism{{}, random.NextInRange(-5, 0), random.NextInRange(0, 5)};
      for (int k = 0; k < 7; ++k) {
        const double angle = k * 0.9;
        const double reach_m = random.NextInRange(0.5, 5);
        prism.corners.push_back({reach_m * std::cos(angle), reach_m * std::sin(angle)});
      }
      return prism;
    }
    default:
      return BandRegion{{at(), at(), at()}, random.NextInRange(0, 2)};
  }
}

TEST(PlaceRegion, MissedGroundAndBoundsNeverLoseAPointOfTheRegion) {
  Random random(4);
  int inside = 0;
  int missed = 0;
  for (int i = 0; i < 20'000; ++i) {
    const PlaceRegion region = RandomRegion(random);
    ASSERT_TRUE(CheckRegion(region).ok());
    const Vec3 point(random.NextInRange(-6, 6), random.NextInRange(-6, 6), random.NextInRange(-6, 6));
    const double radius_m = random.NextInRange(0.01, 3);
    const double angle = random.NextInRange(0, 6.3);
    const double off_m = radius_m * random.NextUnit();
    const GroundBounds ground{{point.x + off_m * std::cos(angle), point.z + off_m * std::sin(angle)},
                              radius_m,
                              point.y - random.NextUnit(),
                              point.y + random.NextUnit()};
    missed += Misses(region, ground) ? 1 : 0;
    if (!Contains(region, point)) continue;
    ++inside;
    ASSERT_FALSE(Misses(region, ground)) << i;
    ASSERT_TRUE(BoundsOf(region).Contains(point)) << i;
    const Vec3 by(100, -7, 30);
    ASSERT_TRUE(Contains(Moved(region, by), point + by) ||
                Misses(region, {point.Plane(), 0, point.y, point.y}) ||
                !Contains(region, point + Vec3(1e-9, 1e-9, 1e-9)) ||
                !Contains(region, point - Vec3(1e-9, 1e-9, 1e-9)))
        << i;
  }
  EXPECT_GT(inside, 1000);
  EXPECT_GT(missed, 5000);
}

TEST(PlaceRegion, RefusesNumbersOutOfRangeAndPolygonsThatCrossThemselves) {
  EXPECT_FALSE(CheckRegion(BallRegion{{NAN, 0, 0}, 1}).ok());
  EXPECT_FALSE(CheckRegion(BallRegion{{0, 0, 0}, NAN}).ok());
  EXPECT_FALSE(CheckRegion(BoxRegion{{0, 0, 0}, {-1, 0, 0}, 0}).ok());
  EXPECT_FALSE(CheckRegion(PrismRegion{{{0, 0}, {1, 0}}, {}, {}}).ok());
  EXPECT_FALSE(CheckRegion(PrismRegion{{{0, 0}, {1, 1}, {1, 0}, {0, 1}}, {}, {}}).ok());
  EXPECT_FALSE(CheckRegion(BandRegion{{}, 1}).ok());
  EXPECT_FALSE(CheckRegion(BandRegion{{{0, 0, 1e9}}, 1}).ok());
}

}  // namespace
}  // namespace waystone
