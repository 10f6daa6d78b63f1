// The answers over a kind of surface that none of them knows.
#include "tests/core/surface/corridor_surface.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/distances/distance_matrix.h"
#include "core/move/move_validator.h"
#include "core/place/resource_placer.h"
#include "core/route/route_planner.h"
#include "tests/support/drawn_map.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class CorridorTest : public ::testing::Test {
 protected:
  CorridorTest() : map_({"."}, {.cell_m = 20}), view_(map_.view()) { view_.surface = &corridor_; }

  Vec3 At(double x) const { return Vec3(x, 0, 0) + view_.manifest->origin; }
  RouteQuery Query(double from, const std::vector<double>& goals) const {
    RouteQuery query;
    query.start = At(from);
    for (const double goal : goals) query.goals.push_back(At(goal));
    return query;
  }

  const DrawnMap map_;
  const CorridorSurface corridor_{20};
  MapView view_;
  Scratch scratch_;
};

TEST_F(CorridorTest, RoutesLeadAlongIt) {
  RouteQuery query = Query(3, {15, 1});
  query.via = {At(8), At(2)};
  const RouteAnswer answer = *PlanRoute(view_, query, scratch_);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_EQ(answer.goal_index, 1U);
  EXPECT_THAT(answer.points, ElementsAre(At(3), At(8), At(2), At(1)));
  EXPECT_EQ(answer.cost_m, 12);
  EXPECT_EQ(answer.legs.size(), 3U);
}

TEST_F(CorridorTest, RoutesEndAtItsLimits) {
  EXPECT_EQ(PlanRoute(view_, Query(3, {25}), scratch_)->status, RouteStatus::kGoalOffMesh);
  RouteQuery query = Query(3, {15});
  query.max_length_m = 5;
  query.allow_partial = false;
  EXPECT_EQ(PlanRoute(view_, query, scratch_)->reason, RouteReason::kLengthLimit);
  query = Query(3, {15});
  query.shape = RouteShape::kEveryCell;
  EXPECT_THAT(PlanRoute(view_, query, scratch_).status().ToString(), HasSubstr("shape: only for grids"));
  query = Query(3, {15});
  query.changes.excluded_areas = 2;
  EXPECT_THAT(PlanRoute(view_, query, scratch_).status().ToString(),
              HasSubstr("changes.excluded_areas: not in corridors"));
}

TEST_F(CorridorTest, DistancesAreMeasuredAlongIt) {
  DistanceQuery query;
  query.sources = {At(1), At(4)};
  query.targets = {At(9), At(40)};
  const DistanceAnswer answer = *MeasureDistances(view_, query, scratch_);
  EXPECT_THAT(answer.distance_m, ElementsAre(8, -1, 5, -1));
  EXPECT_EQ(answer.statuses[1], DistanceStatus::kTargetOffMesh);
}

TEST_F(CorridorTest, MovesAndPlacementsGoOverItsPolygon) {
  MoveQuery move;
  const std::vector<Vec3> walk{At(1), At(6)};
  const std::vector<Vec3> leap{At(1), At(60)};
  move.samples = walk;
  EXPECT_EQ(ValidateMove(view_, move, scratch_)->verdict, MoveVerdict::kLegal);
  move.samples = leap;
  EXPECT_EQ(ValidateMove(view_, move, scratch_)->verdict, MoveVerdict::kIllegal);
  PlaceQuery place;
  place.count = 3;
  EXPECT_EQ(PlaceResource(view_, place, scratch_)->positions.size(), 3U);
}

}  // namespace
}  // namespace waystone
