// Routes to the cheapest of several goals.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "core/base/scratch.h"
#include "core/surface/navmesh/nearest_route.h"
#include "tests/support/linked_scene.h"
#include "tests/support/plan_route.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

TEST(RouteGoals, TheCheapestToGetToWinsThoughAnotherIsNearer) {
  const DrawnMap map(
      {"..#..\n"
       "..#..\n"
       "..#..\n"
       ".....\n"});
  const RouteAnswer answer =
      Plan(map.view(), Query(map.Abs(1.5, 0, 0.5), {map.Abs(3.5, 0, 0.5), map.Abs(0.5, 0.25, 3.5)}));
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_EQ(answer.goal_index, 1U);
  EXPECT_EQ(answer.points.back(), map.Abs(0.5, 0, 3.5));
  EXPECT_DOUBLE_EQ(answer.goal_snap_m, 0.25);
  EXPECT_DOUBLE_EQ(answer.cost_m, std::sqrt(10.0));
}

TEST(RouteGoals, OfEqualsTheFirstWins) {
  const DrawnMap map({".....\n"});
  const Vec3 left = map.Abs(0.5, 0, 0.5);
  const Vec3 right = map.Abs(4.5, 0, 0.5);
  EXPECT_EQ(Plan(map.view(), Query(map.Abs(2.5, 0, 0.5), {left, right})).points.back(), left);
  EXPECT_EQ(Plan(map.view(), Query(map.Abs(2.5, 0, 0.5), {right, left})).points.back(), right);
}

TEST(RouteGoals, ThoseOffTheMeshOrOutOfReachDoNotCountWhereThereAreOthers) {
  const DrawnMap map({"...#...\n"});
  const Vec3 off = map.Abs(2, 50, 0.5);
  const Vec3 beyond = map.Abs(4.5, 0, 0.5);
  const RouteAnswer answer =
      Plan(map.view(), Query(map.Abs(2.5, 0, 0.5), {off, beyond, map.Abs(0.5, 0, 0.5)}));
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_EQ(answer.goal_index, 2U);
  EXPECT_EQ(answer.explanation, "");
}

TEST(RouteGoals, WhereAllAreOffTheMeshTheNearestToItIsNamed) {
  const DrawnMap map({"..\n"});
  const RouteAnswer answer =
      Plan(map.view(), Query(map.Abs(0.5, 0, 0.5),
                             {map.Abs(500, 0, 0), map.Abs(0, 9, 0), map.Abs(0, 7, 0), map.Abs(0, 8, 0)}));
  EXPECT_EQ(answer.status, RouteStatus::kGoalOffMesh);
  EXPECT_EQ(answer.goal_index, 2U);
  EXPECT_DOUBLE_EQ(answer.goal_snap_m, 7);
}

TEST(RouteGoals, WhereNoneCanBeReachedTheRouteEndsNearestToAnyOfThem) {
  const DrawnMap map({"....##.#.\n"});
  RouteQuery query = Query(map.Abs(0.5, 0, 0.5), {map.Abs(8.5, 0, 0.5), map.Abs(6.25, 0, 0.5)});
  RouteAnswer answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kPartial);
  EXPECT_EQ(answer.reason, RouteReason::kIsolated);
  EXPECT_EQ(answer.goal_index, 1U);
  EXPECT_DOUBLE_EQ(answer.gap_m, 2.25);
  EXPECT_EQ(
      answer.explanation,
      "goals[1]: no path leads from the ground of the start (4 polygons, zone 1, main) to that of goals[1] "
      "(1 polygon, isolated)");
  query.allow_partial = false;
  answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kUnreachable);
  EXPECT_EQ(answer.goal_index, 1U);
  EXPECT_EQ(answer.expansions, 0U);
  EXPECT_TRUE(answer.points.empty());
}

// Against a search for each goal: the same least cost, the same verdict, the same gap.
TEST(RouteGoals, AreAsCheapToGetToAsTheCheapestOfSearchesOneByOne) {
  Random random(11);
  Scratch scratch;
  int complete = 0;
  int partial = 0;
  for (int i = 0; i < 400 && !HasFailure(); ++i) {
    const auto scene = RandomLinkedScene(i, 6 + static_cast<int>(random.NextBelow(10)), random);
    if (scene == nullptr) continue;
    const NavLocation start = scene->RandomPlace(random);
    RouteQuery query = Query(scene->Abs(start), std::vector<Vec3>());
    double least_m = kInfinite;
    std::vector<double> costs_m;
    const uint32_t goal_count = 1 + random.NextBelow(random.NextBelow(2) == 0 ? 4 : 60);
    for (uint32_t k = 0; k < goal_count; ++k) {
      const NavLocation goal = scene->RandomPlace(random);
      query.goals.push_back(scene->Abs(goal));
      costs_m.push_back(scene->Cost_m(start, goal));
      least_m = std::min(least_m, costs_m.back());
    }
    const RouteAnswer answer = *PlanRoute(scene->view(), query, scratch);
    if (std::isinf(least_m)) {
      EXPECT_EQ(answer.status, RouteStatus::kPartial);
      const RouteReason reason = answer.reason;
      for (const Vec3& goal : query.goals) {
        const RouteAnswer alone = *PlanRoute(scene->view(), Query(query.start, {goal}), scratch);
        EXPECT_GE(alone.gap_m, answer.gap_m);
        if (goal != query.goals[answer.goal_index]) continue;
        EXPECT_EQ(alone.gap_m, answer.gap_m);
        EXPECT_EQ(alone.reason, reason);
      }
      ++partial;
      continue;
    }
    EXPECT_EQ(answer.status, RouteStatus::kComplete);
    EXPECT_EQ(answer.reason, RouteReason::kNone);
    EXPECT_NEAR(answer.cost_m, least_m, 1e-9 * (1 + least_m));
    EXPECT_NEAR(costs_m[answer.goal_index], least_m, 1e-9 * (1 + least_m));
    EXPECT_EQ(answer.points.back(), query.goals[answer.goal_index]);
    ++complete;
  }
  EXPECT_GT(complete, 250);
  EXPECT_GT(partial, 10);
}

// The same where the caller does not know which goals can be reached.
TEST(FindNearestRoute, FindsOutByItselfWhatCanBeReached) {
  Random random(12);
  Scratch scratch;
  int mixed = 0;
  int none = 0;
  for (int i = 0; i < 400 && !HasFailure(); ++i) {
    const auto scene = RandomLinkedScene(i, 8, random);
    if (scene == nullptr) continue;
    const NavLocation start = scene->RandomPlace(random);
    std::vector<NavLocation> goals;
    double least_m = kInfinite;
    double most_m = 0;
    const uint32_t goal_count = 1 + random.NextBelow(random.NextBelow(2) == 0 ? 4 : 40);
    for (uint32_t k = 0; k < goal_count; ++k) {
      goals.push_back(scene->RandomPlace(random));
      least_m = std::min(least_m, scene->Cost_m(start, goals.back()));
      most_m = std::max(most_m, scene->Cost_m(start, goals.back()));
    }
    const NearestPath nearest = FindNearestRoute(scene->view(), start, goals, {}, scratch);
    if (std::isfinite(least_m)) {
      EXPECT_TRUE(nearest.found.LeadsTo(goals[nearest.goal]));
      EXPECT_NEAR(nearest.found.path.cost_m, least_m, 1e-9 * (1 + least_m));
      mixed += std::isinf(most_m) ? 1 : 0;
      continue;
    }
    ++none;
    EXPECT_EQ(nearest.found.reason, RouteReason::kGoalUnreachable);
    const double gap_m = Distance(nearest.found.path.end.point, goals[nearest.goal].point);
    for (const NavLocation& goal : goals) {
      const FoundPath alone = FindMeshRoute(scene->view(), start, goal, {}, scratch);
      EXPECT_GE(Distance(alone.path.end.point, goal.point), gap_m);
    }
  }
  EXPECT_GT(mixed, 50);
  EXPECT_GT(none, 10);
}

// A comb: all goals are near as the crow flies, and each is far to walk.
TEST(RouteGoals, AreMeasuredAtOnceWhereManyWouldHaveToBeTried) {
  std::string drawing;
  constexpr int kTeeth = 60;
  for (int j = 0; j < 20; ++j) {
    for (int k = 0; k < kTeeth; ++k) drawing += j == 0 ? ".." : ".#";
    drawing += '\n';
  }
  const DrawnMap map({drawing});
  std::vector<Vec3> goals;
  for (int k = kTeeth - 1; k > 0; --k) goals.push_back(map.Abs(2 * k + 0.5, 0, 19.5));
  const MapView view = map.view();
  const RouteAnswer answer = Plan(view, Query(map.Abs(0.5, 0, 19.5), goals));
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_EQ(answer.goal_index, goals.size() - 1);
  uint32_t one_by_one = 0;
  for (const Vec3& goal : goals) one_by_one += Plan(view, Query(map.Abs(0.5, 0, 19.5), {goal})).expansions;
  EXPECT_LT(answer.expansions * 5, one_by_one);
}

TEST(RouteGoals, ShareTheLimitOfExpansions) {
  Random random(13);
  Scratch scratch;
  int limited = 0;
  for (int i = 0; i < 200 && !HasFailure(); ++i) {
    const auto scene = RandomLinkedScene(i, 16, random);
    if (scene == nullptr) continue;
    const NavLocation start = scene->RandomPlace(random);
    RouteQuery query = Query(scene->Abs(start), std::vector<Vec3>());
    for (int k = 0; k < 12; ++k) query.goals.push_back(scene->Abs(scene->RandomPlace(random)));
    const RouteAnswer whole = *PlanRoute(scene->view(), query, scratch);
    query.max_expansions = 1 + random.NextBelow(40);
    const RouteAnswer answer = *PlanRoute(scene->view(), query, scratch);
    EXPECT_LE(answer.expansions, query.max_expansions);
    if (whole.expansions <= query.max_expansions) {
      EXPECT_EQ(answer.status, whole.status);
      EXPECT_EQ(answer.cost_m, whole.cost_m);
      continue;
    }
    if (whole.status != RouteStatus::kComplete) continue;
    EXPECT_EQ(answer.reason, RouteReason::kExpansionLimit);
    EXPECT_EQ(answer.basis, RouteBasis::kIncompleteSearch);
    ++limited;
    if (answer.status != RouteStatus::kComplete) continue;
    EXPECT_EQ(answer.points.back(), query.goals[answer.goal_index]);
    EXPECT_GE(answer.cost_m, whole.cost_m * (1 - 1e-9));
  }
  EXPECT_GT(limited, 15);
}

}  // namespace
}  // namespace waystone
