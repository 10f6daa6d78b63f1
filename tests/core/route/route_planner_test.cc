#include "core/route/route_planner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/scratch.h"
#include "tests/support/drawn_map.h"
#include "tests/support/plan_route.h"

namespace waystone {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

TEST(PlanRoute, GoesStraightWhereNothingStands) {
  const DrawnMap map({"....\n....\n"});
  const RouteAnswer answer = Plan(map.view(), Query(map.Abs(0.5, 0, 0.5), map.Abs(3.5, 0, 1.5)));
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_EQ(answer.reason, RouteReason::kNone);
  EXPECT_EQ(answer.method, RouteMethod::kAnyAngle);
  ASSERT_EQ(answer.points.size(), 2U);
  EXPECT_EQ(answer.points[0], map.Abs(0.5, 0, 0.5));
  EXPECT_EQ(answer.points[1], map.Abs(3.5, 0, 1.5));
  EXPECT_DOUBLE_EQ(answer.length_m, std::sqrt(10.0));
  EXPECT_DOUBLE_EQ(answer.plane_length_m, std::sqrt(10.0));
  EXPECT_EQ(answer.start_snap_m, 0);
  EXPECT_EQ(answer.goal_snap_m, 0);
}

TEST(PlanRoute, TurnsAtCornersOnly) {
  const DrawnMap map(
      {".#.\n"
       ".#.\n"
       "...\n"});
  const RouteAnswer answer = Plan(map.view(), Query(map.Abs(0.5, 0, 0.5), map.Abs(2.5, 0, 0.5)));
  EXPECT_THAT(answer.points, testing::ElementsAre(map.Abs(0.5, 0, 0.5), map.Abs(1, 0, 2), map.Abs(2, 0, 2),
                                                  map.Abs(2.5, 0, 0.5)));
}

TEST(PlanRoute, StaysWhereStartAndGoalAreOne) {
  const DrawnMap map({"..\n"});
  const RouteAnswer answer = Plan(map.view(), Query(map.Abs(1, 0, 0.5), map.Abs(1, 0, 0.5)));
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_EQ(answer.length_m, 0);
  EXPECT_THAT(answer.points, testing::ElementsAre(map.Abs(1, 0, 0.5)));
  EXPECT_TRUE(answer.legs.empty());
}

TEST(PlanRoute, NamesTheEndThatIsOffTheMesh) {
  const DrawnMap map({"..\n"});
  RouteAnswer answer = Plan(map.view(), Query(map.Abs(0.5, 0, 9), map.Abs(0.5, 0.5, 0.5)));
  EXPECT_EQ(answer.status, RouteStatus::kStartOffMesh);
  EXPECT_DOUBLE_EQ(answer.start_snap_m, 8);
  EXPECT_DOUBLE_EQ(answer.goal_snap_m, 0.5);
  EXPECT_TRUE(answer.points.empty());
  answer = Plan(map.view(), Query(map.Abs(0.5, 0, 0.5), map.Abs(0.5, 5, 0.5)));
  EXPECT_EQ(answer.status, RouteStatus::kGoalOffMesh);
  EXPECT_DOUBLE_EQ(answer.goal_snap_m, 5);
  answer = Plan(map.view(), Query(map.Abs(0.5, 0, 0.5), map.Abs(500, 0, 0)));
  EXPECT_EQ(answer.status, RouteStatus::kGoalOffMesh);
  EXPECT_EQ(answer.goal_snap_m, -1);
}

TEST(PlanRoute, EndsAtTheNearestReachablePointOfAnIsland) {
  const DrawnMap map(
      {"....#.\n"
       "....#.\n"});
  RouteQuery query = Query(map.Abs(0.5, 0, 0.5), map.Abs(5.5, 0, 1.5));
  RouteAnswer answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kPartial);
  EXPECT_EQ(answer.reason, RouteReason::kIsolated);
  EXPECT_EQ(answer.points.back(), map.Abs(4, 0, 1.5));
  EXPECT_DOUBLE_EQ(answer.gap_m, 1.5);
  query.allow_partial = false;
  answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kUnreachable);
  EXPECT_EQ(answer.reason, RouteReason::kIsolated);
  EXPECT_TRUE(answer.points.empty());
}

TEST(PlanRoute, MarksARouteCutShortByTheExpansionLimit) {
  const DrawnMap map(
      {"..........\n"
       ".########.\n"
       "..........\n"});
  RouteQuery query = Query(map.Abs(0.5, 0, 0.5), map.Abs(9.5, 0, 2.5));
  query.max_expansions = 2;
  RouteAnswer answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kPartial);
  EXPECT_EQ(answer.reason, RouteReason::kExpansionLimit);
  EXPECT_EQ(answer.explanation, "the goal: the search ended at its limit of expansions");
  EXPECT_GT(answer.gap_m, 0);
  EXPECT_GE(answer.points.size(), 2U);
  query.allow_partial = false;
  answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kLimitReached);
  EXPECT_EQ(answer.reason, RouteReason::kExpansionLimit);
  EXPECT_EQ(answer.explanation, "the goal: the search ended at its limit of expansions");
}

TEST(PlanRoute, StopsWhenCancelledOrLate) {
  const DrawnMap map({"..........\n.########.\n..........\n"});
  RouteQuery query = Query(map.Abs(0.5, 0, 0.5), map.Abs(9.5, 0, 2.5));
  const std::atomic<bool> cancelled = true;
  query.deadline = Deadline(Deadline::Clock::time_point::max(), &cancelled);
  EXPECT_EQ(Plan(map.view(), query).reason, RouteReason::kCancelled);
  query.deadline = Deadline::After(std::chrono::seconds(-1));
  EXPECT_EQ(Plan(map.view(), query).reason, RouteReason::kDeadline);
}

TEST(PlanRoute, FollowsTheGroundOverAHill) {
  // A flight of steps up and down, 0.5 m each: the line through turning points would cut through it.
  const DrawnMap map({"..123454321..\n"});
  RouteQuery query = Query(map.Abs(0.5, 0, 0.5), map.Abs(12.5, 0, 0.5));
  const RouteAnswer surface = Plan(map.view(), query);
  query.shape = RouteShape::kTurningPoints;
  const RouteAnswer turns = Plan(map.view(), query);
  EXPECT_EQ(turns.points.size(), 2U);
  EXPECT_DOUBLE_EQ(turns.length_m, 12);
  EXPECT_GE(surface.points.size(), 3U);
  EXPECT_DOUBLE_EQ(surface.plane_length_m, 12);
  EXPECT_GT(surface.length_m, 12.4);
  EXPECT_LE(surface.length_m, 17);  // 10 steps of 0.5 m
}

TEST(PlanRoute, RefusesBadFieldsByName) {
  const DrawnMap map({"..\n"});
  Scratch scratch;
  const auto expect_refused = [&](const char* field, auto change) {
    RouteQuery query = Query(map.Abs(0.5, 0, 0.5), map.Abs(1.5, 0, 0.5));
    change(query);
    const absl::Status status = PlanRoute(map.view(), query, scratch).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(status.message()), testing::StartsWith(std::string(field) + ":"));
  };
  expect_refused("start", [](RouteQuery& q) { q.start.x = kNan; });
  expect_refused("goals", [](RouteQuery& q) { q.goals.clear(); });
  expect_refused("goals[1]", [](RouteQuery& q) { q.goals.emplace_back(0, kInf, 0); });
  expect_refused("via[0]", [](RouteQuery& q) { q.via.emplace_back(kNan, 0, 0); });
  expect_refused("max_length_m", [](RouteQuery& q) { q.max_length_m = -1; });
  expect_refused("max_length_m", [](RouteQuery& q) { q.max_length_m = kNan; });
  expect_refused("max_length_ratio", [](RouteQuery& q) { q.max_length_ratio = 0.5; });
  expect_refused("snap.radius_m", [](RouteQuery& q) { q.snap.radius_m = -1; });
  expect_refused("snap.max_above_m", [](RouteQuery& q) { q.snap.max_above_m = 101; });
  expect_refused("snap.max_below_m", [](RouteQuery& q) { q.snap.max_below_m = kNan; });
  expect_refused("max_expansions", [](RouteQuery& q) { q.max_expansions = 0; });
}

TEST(PlanRoute, SurvivesCoordinatesFarOutside) {
  const DrawnMap map({"..\n"});
  for (const double far : {1e308, -1e308, 1e100, 1e20, 1e9}) {
    const RouteAnswer answer = Plan(map.view(), Query({far, far, far}, map.Abs(0.5, 0, 0.5)));
    EXPECT_EQ(answer.status, RouteStatus::kStartOffMesh);
    EXPECT_EQ(answer.start_snap_m, -1);
  }
  const double tiny = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(Plan(map.view(), Query({tiny, tiny, -tiny}, map.Abs(0.5, 0, 0.5))).status,
            RouteStatus::kStartOffMesh);
}

}  // namespace
}  // namespace waystone
