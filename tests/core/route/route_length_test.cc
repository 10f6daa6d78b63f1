// Routes that may only be so long.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/scratch.h"
#include "tests/support/linked_scene.h"
#include "tests/support/plan_route.h"

namespace waystone {
namespace {

RouteQuery Query(const Vec3& start, const Vec3& goal, double max_length_m) {
  RouteQuery query = waystone::Query(start, goal);
  query.max_length_m = max_length_m;
  return query;
}

TEST(RouteLength, ALongerRouteIsCutAtTheLimit) {
  const DrawnMap map(
      {".#.\n"
       ".#.\n"
       "...\n"});
  const Vec3 start = map.Abs(0.5, 0, 0.5);
  RouteQuery query = Query(start, map.Abs(2.5, 0, 0.5), 2);
  query.with_polys = true;
  const RouteAnswer answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kPartial);
  EXPECT_EQ(answer.reason, RouteReason::kLengthLimit);
  EXPECT_EQ(answer.explanation, "the goal: the limit of length is reached on the way there");
  EXPECT_EQ(answer.basis, RouteBasis::kSearch);
  ASSERT_EQ(answer.points.size(), 3U);
  EXPECT_EQ(answer.points[1], map.Abs(1, 0, 2));
  EXPECT_NEAR(answer.length_m, 2, 1e-6);
  EXPECT_LE(answer.length_m, 2);
  EXPECT_NEAR(answer.cost_m, 2, 1e-6);
  EXPECT_NEAR(answer.plane_length_m, 2, 1e-6);
  EXPECT_DOUBLE_EQ(answer.gap_m, Distance(answer.points.back(), map.Abs(2.5, 0, 0.5)));
  EXPECT_EQ(answer.polys.back(), PolyAt(map.mesh(), 1.4, 2.2));
  const RouteAnswer whole = Plan(map.view(), Query(start, map.Abs(2.5, 0, 0.5), 0));
  EXPECT_EQ(Plan(map.view(), Query(start, map.Abs(2.5, 0, 0.5), whole.length_m)).status,
            RouteStatus::kComplete);
}

TEST(RouteLength, WhereNoPartialRouteIsWantedTheLimitEndsTheSearch) {
  const DrawnMap map({"..........\n.########.\n..........\n"});
  RouteQuery query = Query(map.Abs(0.5, 0, 0.5), map.Abs(0.5, 0, 2.5), 1.5);
  query.allow_partial = false;
  RouteAnswer answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kLimitReached);
  EXPECT_EQ(answer.reason, RouteReason::kLengthLimit);
  EXPECT_EQ(answer.expansions, 0U) << "the straight line is longer";
  EXPECT_TRUE(answer.points.empty());
  EXPECT_EQ(answer.length_m, 0);
  query.max_length_m = 2;
  EXPECT_EQ(Plan(map.view(), query).status, RouteStatus::kComplete);
}

TEST(RouteLength, GoalsAllFartherInAStraightLineAreTooFarWithoutASearch) {
  const DrawnMap map({"..........\n"});
  RouteQuery query = Query(map.Abs(0.5, 0, 0.5), map.Abs(9.5, 0, 0.5), 5);
  query.goals.push_back(map.Abs(7.5, 0, 0.5));
  query.allow_partial = false;
  RouteAnswer answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kLimitReached);
  EXPECT_EQ(answer.reason, RouteReason::kLengthLimit);
  EXPECT_EQ(answer.basis, RouteBasis::kSearch) << "that they are too far is sure";
  EXPECT_EQ(answer.explanation, "goals[1]: the limit of length is reached on the way there");
  EXPECT_EQ(answer.expansions, 0U);
  query.max_length_m = 7;
  answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_EQ(answer.goal_index, 1U);
}

// Every length, on steps of 0.5 m: no longer than asked for, as long as can be, and the beginning of the
// whole route.
TEST(RouteLength, CutsFollowTheGroundAndTheWholeRoute) {
  const DrawnMap map(
      {"..123454321..\n"
       "#########2#1.\n"});
  for (const RouteShape shape : {RouteShape::kSurface, RouteShape::kTurningPoints}) {
    RouteQuery query = Query(map.Abs(0.5, 0, 0.5), map.Abs(12.5, 0, 1.5), 0);
    query.shape = shape;
    query.with_polys = true;
    const RouteAnswer whole = Plan(map.view(), query);
    for (double max_m = 0.1; max_m < whole.length_m; max_m += 0.1) {
      query.max_length_m = max_m;
      const RouteAnswer answer = Plan(map.view(), query);
      EXPECT_EQ(answer.status, RouteStatus::kPartial);
      EXPECT_LE(answer.length_m, max_m + 1e-12);
      EXPECT_GE(answer.length_m, shape == RouteShape::kSurface ? max_m - 0.6 : 0);
      ASSERT_GE(answer.points.size(), 2U);
      EXPECT_TRUE(std::equal(answer.points.begin(), answer.points.end() - 1, whole.points.begin()));
      EXPECT_TRUE(std::equal(answer.polys.begin(), answer.polys.end(), whole.polys.begin()));
      const Vec3 end = answer.points.back() - map.Abs(0, 0, 0);
      EXPECT_NEAR(end.y, HeightOnPoly(map.mesh(), answer.polys.back(), end.Plane()), 1e-9);
      EXPECT_LT(Distance(end, ClosestPointOnPoly(map.mesh(), answer.polys.back(), end)), 1e-6);
    }
  }
}

// With links and via points at random.
TEST(RouteLength, LinksAreTakenWholeOrNotAtAll) {
  Random random(31);
  Scratch scratch;
  int cut = 0;
  int before_link = 0;
  for (int i = 0; i < 600 && !HasFailure(); ++i) {
    const auto scene = RandomLinkedScene(i, 8, random);
    if (scene == nullptr) continue;
    RouteQuery query =
        Query(scene->Abs(scene->RandomPlace(random)), scene->Abs(scene->RandomPlace(random)), 0);
    if (i % 2 == 0) query.via = {scene->Abs(scene->RandomPlace(random))};
    const RouteAnswer whole = *PlanRoute(scene->view(), query, scratch);
    if (whole.length_m == 0) continue;
    query.max_length_m = whole.length_m * random.NextInRange(0.05, 0.95);
    RouteAnswer answer = *PlanRoute(scene->view(), query, scratch);
    EXPECT_EQ(answer.status, RouteStatus::kPartial);
    EXPECT_LE(answer.length_m, query.max_length_m + 1e-9);
    const bool was_complete = whole.status == RouteStatus::kComplete;
    EXPECT_EQ(answer.reason, was_complete ? RouteReason::kLengthLimit : whole.reason);
    ASSERT_FALSE(answer.legs.empty());
    EXPECT_FALSE(answer.legs.back().link.has_value());
    double cost_m = 0;
    for (size_t k = 0; k < answer.legs.size(); ++k) {
      if (answer.legs[k].link.has_value()) {
        EXPECT_EQ(answer.legs[k].cost_m, whole.legs[k].cost_m);
      }
      cost_m += answer.legs[k].cost_m;
    }
    EXPECT_NEAR(answer.cost_m, cost_m, 1e-9);
    before_link += answer.length_m < query.max_length_m - 1e-3 ? 1 : 0;
    ++cut;
    if (!was_complete) continue;
    // Without partial routes: no route, at no more cost; and a limit just over the length changes nothing.
    query.allow_partial = false;
    answer = *PlanRoute(scene->view(), query, scratch);
    EXPECT_EQ(answer.status, RouteStatus::kLimitReached);
    EXPECT_EQ(answer.reason, RouteReason::kLengthLimit);
    EXPECT_LE(answer.expansions, whole.expansions);
    query.max_length_m = whole.length_m * (1 + 1e-9);
    answer = *PlanRoute(scene->view(), query, scratch);
    EXPECT_EQ(answer.status, RouteStatus::kComplete);
    EXPECT_EQ(answer.cost_m, whole.cost_m);
  }
  EXPECT_GT(cut, 300);
  EXPECT_GT(before_link, 10);
}

}  // namespace
}  // namespace waystone
