#include "core/placement/position_grid.h"

#include <gtest/gtest.h>

#include "core/base/random.h"

namespace waystone {
namespace {

TEST(PositionGrid, FindsWhatALookAtAllPositionsFinds) {
  for (const double radius_m : {0.01, 0.7, 3.0, 1000.0}) {
    Random random(5);
    PositionGrid grid(radius_m);
    std::vector<Vec3> all;
    int near = 0;
    for (int i = 0; i < 3000; ++i) {
      const Vec3 at(random.NextInRange(-20, 20), random.NextInRange(-3, 3), random.NextInRange(-20, 20));
      bool expected = false;
      for (const Vec3& other : all) expected = expected || Distance(at, other) < radius_m;
      ASSERT_EQ(grid.HasNear(at), expected) << i;
      near += expected ? 1 : 0;
      if (i % 2 == 0) {
        grid.Add(at);
        all.push_back(at);
      }
    }
    EXPECT_TRUE(radius_m < 0.5 || near > 200);
  }
}

TEST(PositionGrid, APositionAtTheVeryDistanceIsNotTooNear) {
  PositionGrid grid(2);
  grid.Add({0, 0, 0});
  EXPECT_FALSE(grid.HasNear({2, 0, 0}));
  EXPECT_FALSE(grid.HasNear({0, 2, 0}));
  EXPECT_TRUE(grid.HasNear({0, 1.999, 0}));
}

TEST(PositionGrid, CoversOnlyGroundWhoseEveryPointIsNearOneAndTheSamePosition) {
  PositionGrid grid(2);
  grid.Add({0, 0, 0});
  const auto covers = [&](double reach_m, double low, double high) {
    const Vec2 corners[3] = {{-reach_m, -reach_m}, {reach_m, -reach_m}, {reach_m, reach_m}};
    return grid.Covers({{0, 0}, 1.5 * reach_m, low, high}, corners, 3);
  };
  EXPECT_TRUE(covers(1.0, 0, 0));
  EXPECT_TRUE(covers(1.0, -1, 1));
  EXPECT_FALSE(covers(1.0, 0, 1.9));
  EXPECT_FALSE(covers(1.5, 0, 0));
}

}  // namespace
}  // namespace waystone
