#include "core/query/snap.h"

#include <gtest/gtest.h>

#include "tests/core/query/drawn_map.h"

namespace waystone {
namespace {

// Two floors 4.5 m apart; the upper one covers the right half.
class SnapTest : public testing::Test {
 protected:
  SnapResult At(double x, double y, double z, const SnapOptions& options = {}) {
    return Snap(map_.mesh(), {x, y, z}, options, workspace_);
  }
  const DrawnMap map_{{"....\n....\n", "  ..\n  ..\n"}};
  SurfaceWorkspace workspace_;
};

TEST_F(SnapTest, StandsOnTheFloorBelow) {
  EXPECT_EQ(At(3, 0.2, 1).place->point.y, 0);
  EXPECT_EQ(At(3, 3.5, 1).place->point.y, 0);  // the upper floor is nearer
  EXPECT_EQ(At(3, 4.6, 1).place->point.y, 4.5);
  EXPECT_DOUBLE_EQ(At(3, 3.5, 1).distance_m, 3.5);
}

TEST_F(SnapTest, CountsAStepAboveAsTheFloor) {
  EXPECT_EQ(At(3, 4.1, 1).place->point.y, 4.5);
  EXPECT_EQ(At(3, 3.9, 1).place->point.y, 0);
}

TEST_F(SnapTest, TakesTheFloorAboveWhereThereIsNoneBelow) {
  SnapOptions options;
  options.max_below_m = 1;
  EXPECT_EQ(At(3, 3.0, 1, options).place->point.y, 4.5);
  EXPECT_EQ(At(3, -1.5, 1).place->point.y, 0);
  EXPECT_FALSE(At(3, 2.0, 1, options).place);
}

TEST_F(SnapTest, PrefersALedgeBesideToTheGroundFarBelow) {
  const SnapResult result = At(1.8, 4.5, 1);
  EXPECT_EQ(result.place->point, Vec3(2, 4.5, 1));
  EXPECT_DOUBLE_EQ(result.distance_m, 0.2);
}

TEST_F(SnapTest, MeasuresTheRadiusRoundNotSquare) {
  SnapOptions options;
  options.radius_m = 1;
  EXPECT_FALSE(At(-0.8, 0, -0.8, options).place);
  EXPECT_TRUE(At(-0.7, 0, -0.7, options).place);
}

TEST_F(SnapTest, TellsHowFarASurfaceIsThatIsTooFar) {
  const SnapResult result = At(-50, 0, 1);
  EXPECT_FALSE(result.place);
  EXPECT_EQ(result.nearest->point, Vec3(0, 0, 1));
  EXPECT_EQ(result.distance_m, 50);
  EXPECT_EQ(At(-150, 0, 1).distance_m, -1);
}

TEST_F(SnapTest, AcceptsLimitsOfZero) {
  EXPECT_TRUE(At(1, 0, 1, {0, 0, 0}).place);
  EXPECT_FALSE(At(1, 0.1, 1, {0, 0, 0}).place);
}

}  // namespace
}  // namespace waystone
