#include "core/surface/snap.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "core/navmesh/surface_queries.h"
#include "tests/support/drawn_map.h"

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

TEST(Snap, StandsOnTheNearestOfFloorsWithinAStep) {
  const DrawnMap map({"..\n", "..\n"}, {.floor_m = 0.4});
  SurfaceWorkspace workspace;
  const auto height_at = [&](double y) {
    return Snap(map.mesh(), {1, y, 0.5}, {}, workspace).place->point.y;
  };
  EXPECT_FLOAT_EQ(height_at(0.4), 0.4);
  EXPECT_FLOAT_EQ(height_at(0.25), 0.4);
  EXPECT_FLOAT_EQ(height_at(2), 0.4);
  EXPECT_FLOAT_EQ(height_at(0.15), 0);
  EXPECT_FLOAT_EQ(height_at(-2), 0);
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

// A pillar's top beside the start, which nothing joins to the yard that start and goal are near to.
TEST(SnapMutually, PassesOverGroundThatDoesNotReachTheOther) {
  const DrawnMap map({".#....\n"});
  SurfaceWorkspace workspace;
  const MapView view = map.view();
  const Vec3 start(1.2, 0, 0.5);
  const Vec3 goal(5.5, 0, 0.5);
  EXPECT_EQ(Snap(map.mesh(), start, {}, workspace).place->point, Vec3(1, 0, 0.5));
  const SnappedStops ends = SnapMutually(map.mesh(), *view.zones, {start, {}, {goal}}, {}, {}, workspace);
  EXPECT_EQ(ends.start.place->point, Vec3(2, 0, 0.5));
  EXPECT_NEAR(ends.start.distance_m, 0.8, 1e-12);
  EXPECT_EQ(ends.goals[0].place->point, goal);
}

TEST(SnapMutually, TakesTheFirstOfPairsThatAreEquallyNear) {
  const DrawnMap map({"...#.#..\n"});
  SurfaceWorkspace workspace;
  const MapView view = map.view();
  const Vec3 start(4.5, 0, 0.5);  // on a lone cell; the yards are 1.5 m away
  const Vec3 goal(6.5, 0, 0.5);   // on the right yard, 1.5 m from the cell
  SnapOptions options;
  options.radius_m = 1.7;
  const SnappedStops ends =
      SnapMutually(map.mesh(), *view.zones, {start, {}, {goal}}, options, {}, workspace);
  EXPECT_EQ(ends.start.distance_m, 0);  // both on the cell; both on the right yard is no nearer
  EXPECT_EQ(ends.start.place->poly, ends.goals[0].place->poly);
  EXPECT_NEAR(ends.start.distance_m + ends.goals[0].distance_m, 1.5, 1e-12);
}

TEST(SnapMutually, KeepsTheNearestWhereThereIsNoCommonGround) {
  const DrawnMap map({"..####..\n"});
  SurfaceWorkspace workspace;
  const MapView view = map.view();
  const SnappedStops ends =
      SnapMutually(map.mesh(), *view.zones, {{0.5, 0, 0.5}, {}, {{7.5, 0, 0.5}}}, {}, {}, workspace);
  EXPECT_EQ(ends.start.distance_m, 0);
  EXPECT_EQ(ends.goals[0].distance_m, 0);
  EXPECT_EQ(ends.goals[0].place->point, Vec3(7.5, 0, 0.5));
}

// The lone cell holds the start and one goal, but no place for the via point.
TEST(SnapMutually, TakesGroundThatHoldsTheViaPointsAndSomeGoal) {
  const DrawnMap map({"...#.#...\n"});
  SurfaceWorkspace workspace;
  const MapView view = map.view();
  const RouteStops<Vec3> positions{{4.5, 0, 0.5}, {{7.5, 0, 0.5}}, {{4.2, 0, 0.5}, {8.5, 0, 0.5}}};
  SnapOptions options;
  options.radius_m = 1.7;
  const SnappedStops stops = SnapMutually(map.mesh(), *view.zones, positions, options, {}, workspace);
  EXPECT_EQ(stops.start.place->point, Vec3(6, 0, 0.5));
  EXPECT_EQ(stops.via[0].place->point, positions.via[0]);
  EXPECT_EQ(stops.goals[0].place->point, positions.goals[0]) << "the right yard is 1.8 m away: as it lies";
  EXPECT_EQ(stops.goals[1].place->point, positions.goals[1]);
}

TEST(SnapAll, LeavesTheRestWithoutPlacesOnceItIsLate) {
  const DrawnMap map({"..\n"});
  SurfaceWorkspace workspace;
  const std::atomic<bool> cancelled = true;
  const Deadline deadline(Deadline::Clock::time_point::max(), &cancelled);
  const RouteStops<Vec3> positions{{0.5, 0, 0.5}, {}, std::vector<Vec3>(1000, {1.5, 0, 0.5})};
  const SnappedStops stops = SnapAll(map.mesh(), positions, {}, deadline, workspace);
  ASSERT_EQ(stops.goals.size(), 1000U);
  EXPECT_TRUE(stops.goals[0].place);
  EXPECT_FALSE(stops.goals[32].place);
}

}  // namespace
}  // namespace waystone
