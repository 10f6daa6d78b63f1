#include "core/surface/grid/grid_route.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <numbers>
#include <string>

#include "core/base/scratch.h"
#include "core/grid/grid_path.h"
#include "core/surface/grid/grid_line.h"
#include "core/surface/navmesh/navmesh_surface.h"
#include "tests/core/surface/grid/drawn_grid_map.h"
#include "tests/support/asked_clock.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(GridRouteTest, ARouteLeadsFromPlaceToPlaceByItsTurns) {
  const DrawnGridMap map({
      "......",  //
      ".####.",  //
      "......",  //
  });
  const RouteQuery query = Query(map.At(0.25, 1.75), map.At(5.5, 1.25));
  const RouteAnswer answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_EQ(answer.reason, RouteReason::kNone);
  EXPECT_EQ(answer.method, RouteMethod::kGridJps);
  EXPECT_EQ(answer.basis, RouteBasis::kSearch);
  ASSERT_EQ(answer.points.size(), 4U);
  EXPECT_EQ(answer.points.front(), query.start);
  EXPECT_EQ(answer.points.back(), query.goals[0]);
  EXPECT_DOUBLE_EQ(answer.cost_m, 7) << "from middle to middle";
  double length_m = 0;
  for (size_t i = 1; i < answer.points.size(); ++i) {
    length_m += Distance(answer.points[i - 1], answer.points[i]);
  }
  EXPECT_DOUBLE_EQ(answer.length_m, length_m);
  ASSERT_EQ(answer.legs.size(), 1U);
  EXPECT_EQ(answer.legs[0].point_count, 4U);
  EXPECT_DOUBLE_EQ(answer.legs[0].cost_m, 7);
}

TEST(GridRouteTest, APathWithinACellIsAStraightLine) {
  const DrawnGridMap map({"."});
  const RouteAnswer answer = Plan(map.view(), Query(map.At(0.25, 0.5), map.At(0.75, 0.5)));
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_EQ(answer.points.size(), 2U);
  EXPECT_DOUBLE_EQ(answer.length_m, 0.5);
  EXPECT_EQ(answer.cost_m, 0);
}

TEST(GridRouteTest, ADiagonalStepNeedsBothCellsBesideIt) {
  const DrawnGridMap map({
      "...",  //
      "#..",  //
      "...",  //
  });
  EXPECT_DOUBLE_EQ(Plan(map.view(), Between(map, {0, 0}, {1, 1})).cost_m, 2);
  EXPECT_DOUBLE_EQ(Plan(map.view(), Between(map, {1, 0}, {2, 1})).cost_m, std::numbers::sqrt2);
}

TEST(GridRouteTest, ALineThroughCornersOfBlockedCellsPassesTheMiddlesInstead) {
  // From corner to corner the line would touch the corners of both blocked cells.
  const DrawnGridMap map({
      "#...",  //
      "..#.",  //
      "....",  //
  });
  RouteQuery query = Query(map.At(1, 2), map.At(3, 0));
  const RouteAnswer answer = Plan(map.view(), query);
  ASSERT_EQ(answer.status, RouteStatus::kComplete);
  for (size_t i = 1; i < answer.points.size(); ++i) {
    const Vec3 origin = map.At(0, 0);
    GridGround ground;
    ground.map = &map.grid();
    ground.bits = map.grid().bits();
    EXPECT_EQ(WalkLine(ground, answer.points[i - 1] - origin, answer.points[i] - origin).share, 1);
  }
}

TEST(GridRouteTest, TheShapeTellsHowMuchOfAPathIsTold) {
  const DrawnGridMap map({
      "........",  //
      "........",  //
      ".#......",  //
      "........",  //
  });
  RouteQuery query = Between(map, {0, 0}, {7, 3});
  const double straight_m = std::hypot(7, 3);
  const double over_cells_m = 4 + 3 * std::numbers::sqrt2;
  const auto plan = [&](RouteShape shape) {
    query.shape = shape;
    RouteAnswer answer = Plan(map.view(), query);
    EXPECT_EQ(answer.points.front(), query.start);
    EXPECT_EQ(answer.points.back(), query.goals[0]);
    return answer;
  };
  RouteAnswer answer = plan(RouteShape::kEveryCell);
  EXPECT_EQ(answer.points.size(), 8U);
  EXPECT_NEAR(answer.length_m, over_cells_m, 1e-9);
  answer = plan(RouteShape::kTurningPoints);
  const size_t turns = answer.points.size();
  EXPECT_LT(turns, 8U);
  EXPECT_NEAR(answer.length_m, over_cells_m, 1e-9);
  EXPECT_EQ(plan(RouteShape::kSurface).points.size(), turns) << "the default";
  answer = plan(RouteShape::kSmoothed);
  EXPECT_EQ(answer.points.size(), 2U);
  EXPECT_NEAR(answer.length_m, straight_m, 1e-9);
  EXPECT_NEAR(answer.cost_m, over_cells_m, 1e-9) << "what was minimised";
  answer = plan(RouteShape::kAnyAngle);
  EXPECT_EQ(answer.method, RouteMethod::kAnyAngle);
  EXPECT_NEAR(answer.length_m, straight_m, 1e-9);
  EXPECT_NEAR(answer.cost_m, straight_m, 1e-9);
}

TEST(GridRouteTest, ANamedMethodIsKeptForAnyAngleLines) {
  const DrawnGridMap map({
      ".......",  //
      "...#...",  //
      ".......",  //
      ".......",  //
  });
  RouteQuery query = Between(map, {0, 1}, {6, 1});
  query.shape = RouteShape::kAnyAngle;
  const double exact_m = Plan(map.view(), query).length_m;
  query.method = RouteMethod::kGridJps;
  const RouteAnswer answer = Plan(map.view(), query);
  EXPECT_EQ(answer.method, RouteMethod::kGridJps);
  EXPECT_NEAR(answer.length_m, exact_m, 1e-6) << "pulled taut";
}

TEST(GridRouteTest, TheAnyAngleLineBendsAroundCorners) {
  const DrawnGridMap map({
      ".......",  //
      "...#...",  //
      ".......",  //
      ".......",  //
  });
  RouteQuery query = Between(map, {0, 1}, {6, 1});
  query.shape = RouteShape::kAnyAngle;
  EXPECT_NEAR(Plan(map.view(), query).length_m, 1 + 2 * std::hypot(2.5, 0.5), 1e-6);
}

TEST(GridRouteTest, TheZonesKnowWhatNothingLeadsTo) {
  const DrawnGridMap map(kRooms);
  RouteQuery query = Between(map, {0, 0}, {5, 0});
  RouteAnswer answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kPartial);
  EXPECT_EQ(answer.reason, RouteReason::kIsolated) << "rooms this small belong to no zone";
  EXPECT_EQ(answer.basis, RouteBasis::kBaked);
  EXPECT_THAT(answer.explanation, StartsWith("no path leads from the ground of the start (12 polygons"));
  ASSERT_FALSE(answer.points.empty());
  EXPECT_NEAR(answer.points.back().x, map.At(3, 0).x, 2e-3);
  EXPECT_NEAR(answer.gap_m, 2.5, 2e-3);
  query.allow_partial = false;
  answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kUnreachable);
  EXPECT_EQ(answer.expansions, 0U);
  EXPECT_TRUE(answer.points.empty());
}

TEST(GridRouteTest, OfSeveralGoalsTheCheapestWinsAndTheFirstOfEquals) {
  const DrawnGridMap map({
      ".....#.",  //
      ".###.#.",  //
      ".....#.",  //
  });
  const auto plan = [&](const std::vector<Cell>& goals, const RouteChanges& changes = {}) {
    RouteQuery query = Query(map.MiddleOf({0, 1}), std::vector<Vec3>{});
    for (const Cell& goal : goals) query.goals.push_back(map.MiddleOf(goal));
    query.changes = changes;
    return Plan(map.view(), query);
  };
  EXPECT_EQ(plan({{4, 1}, {3, 0}, {1, 2}}).goal_index, 2U);
  EXPECT_EQ(plan({{3, 2}, {3, 0}}).goal_index, 0U);
  EXPECT_EQ(plan({{3, 0}, {3, 2}}).goal_index, 0U);
  RouteAnswer answer = plan({{6, 1}, {4, 2}});
  EXPECT_EQ(answer.goal_index, 1U);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  // Likewise where only a search knows that the first is out of reach.
  RouteChanges changes;
  changes.cells = OpenedRects({{5, 0, 1, 1}});
  answer = plan({{6, 2}, {0, 0}}, changes);
  EXPECT_EQ(answer.goal_index, 1U);
  auto cells = std::make_shared<GridChanges>(*changes.cells);
  cells->blocked_rects = {{6, 1, 1, 1}};
  changes.cells = cells;
  answer = plan({{6, 2}, {4, 1}}, changes);
  EXPECT_EQ(answer.goal_index, 1U);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  // None of them: to the place nearest to any.
  answer = plan({{6, 2}, {6, 1}});
  EXPECT_EQ(answer.status, RouteStatus::kPartial);
  EXPECT_NEAR(answer.points.back().x, map.At(5, 0).x, 2e-3);
}

TEST(GridRouteTest, ViaPointsArePassedAndTheFirstThatCannotBeEndsTheRoute) {
  const DrawnGridMap map(kRooms);
  RouteQuery query = Between(map, {0, 0}, {0, 3});
  query.via = {map.MiddleOf({2, 1})};
  RouteAnswer answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  ASSERT_EQ(answer.legs.size(), 2U);
  EXPECT_EQ(answer.points[answer.legs[1].first_point], query.via[0]);
  EXPECT_NEAR(answer.cost_m, 2 + 2 * std::numbers::sqrt2 + std::numbers::sqrt2 - 1, 1e-9);
  query.via.push_back(map.MiddleOf({4, 1}));
  answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kPartial);
  EXPECT_THAT(answer.explanation, StartsWith("via[1]: "));
  EXPECT_EQ(answer.legs.size(), 2U);
}

TEST(GridRouteTest, ALimitEndsTheRouteStraightTowardsTheGoal) {
  const DrawnGridMap map({
      ".......",  //
      "....##.",  //
      ".......",  //
      "..##...",  //
      ".......",  //
  });
  RouteQuery query = Between(map, {0, 3}, {6, 1});
  query.max_expansions = 1;
  RouteAnswer answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kPartial);
  EXPECT_EQ(answer.reason, RouteReason::kExpansionLimit);
  EXPECT_EQ(answer.basis, RouteBasis::kIncompleteSearch);
  ASSERT_EQ(answer.points.size(), 2U);
  EXPECT_GT(answer.length_m, 1.4);
  EXPECT_TRUE(map.grid().IsFree(*map.grid().CellAt(answer.points.back() - map.At(0, 0))));
  query.allow_partial = false;
  answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kLimitReached);
  EXPECT_EQ(answer.reason, RouteReason::kExpansionLimit);
  EXPECT_TRUE(answer.points.empty());
  // All of it is free: the goal is reached, and a shorter path may exist for all that is known.
  query = Between(map, {0, 4}, {6, 3});
  query.method = RouteMethod::kGridAStar;
  query.max_expansions = 1;
  answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
}

TEST(GridRouteTest, ARouteIsCutAtItsLengthLimit) {
  const DrawnGridMap map(kRooms);
  RouteQuery query = Between(map, {4, 3}, {7, 0});
  query.max_length_m = 4;
  RouteAnswer answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kPartial);
  EXPECT_EQ(answer.reason, RouteReason::kLengthLimit);
  EXPECT_NEAR(answer.length_m, 4, 1e-6);
  EXPECT_EQ(answer.points.back().y, 10);
  query.allow_partial = false;
  EXPECT_EQ(Plan(map.view(), query).status, RouteStatus::kLimitReached);
  // In an opened cell, too, which no polygon covers.
  query = Between(map, {3, 0}, {3, 3});
  query.changes.cells = OpenedRects({{3, 0, 1, 4}});
  query.max_length_m = 1.5;
  EXPECT_NEAR(Plan(map.view(), query).length_m, 1.5, 1e-6);
}

TEST(GridRouteTest, AMethodMayBeAskedForWhereItIsValid) {
  const DrawnGridMap map({
      "......",  //
      ".####.",  //
      "......",  //
  });
  RouteQuery query = Between(map, {0, 1}, {5, 1});
  query.method = RouteMethod::kGridAStar;
  EXPECT_EQ(Plan(map.view(), query).method, RouteMethod::kGridAStar);
  Scratch scratch;
  for (const RouteMethod method : {RouteMethod::kEdgePoints, RouteMethod::kAnyAngle,
                                   RouteMethod::kGridJpsPlus, RouteMethod::kTrunk, RouteMethod::kClusters}) {
    query.method = method;
    const auto answer = PlanRoute(map.view(), query, scratch);
    ASSERT_TRUE(absl::IsInvalidArgument(answer.status()));
    EXPECT_THAT(std::string(answer.status().message()),
                StartsWith("method: not valid for this map and request; valid are: GRID_ASTAR"));
  }
}

TEST(GridRouteTest, ADeadlineThatPassesIsToldAsOne) {
  // Walls with a gap at either end in turn: no search is short.
  std::vector<std::string> rows(80, std::string(80, '.'));
  for (size_t row = 1; row < rows.size(); row += 2) {
    rows[row].assign(80, '#');
    rows[row][row % 4 == 1 ? 79 : 0] = '.';
  }
  const DrawnGridMap map({rows.begin(), rows.end()});
  RouteQuery query = Between(map, {0, 0}, {40, 78});
  query.method = RouteMethod::kGridAStar;
  EXPECT_EQ(Plan(map.view(), query).status, RouteStatus::kComplete);
  query.deadline = Deadline(Deadline::Clock::now());
  RouteAnswer answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kPartial);
  EXPECT_EQ(answer.reason, RouteReason::kDeadline);
  EXPECT_EQ(answer.basis, RouteBasis::kIncompleteSearch);
  EXPECT_FALSE(answer.points.empty());
  const std::atomic<bool> cancelled = true;
  query.deadline = Deadline(Deadline::Clock::time_point::max(), &cancelled);
  query.allow_partial = false;
  answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kLimitReached);
  EXPECT_EQ(answer.reason, RouteReason::kCancelled);
}

TEST(GridRouteTest, ThatThereIsNoPathIsToldWhenTheTimeEndsAfterwards) {
  const std::vector<std::string> rows(120, std::string(120, '.'));
  const DrawnGridMap map({rows.begin(), rows.end()});
  RouteQuery query = Between(map, {0, 0}, {100, 60});
  query.method = RouteMethod::kGridAStar;
  query.changes.cells = BlockedRects({{98, 0, 1, 120}});
  const RouteAnswer whole = Plan(map.view(), query);
  EXPECT_EQ(whole.reason, RouteReason::kClosedByChanges);
  EXPECT_NEAR(whole.gap_m, 3, 0.51);
  int undecided = 0;
  int decided_late = 0;
  for (int asks = 2; asks < 80; ++asks) {
    query.deadline = AskedClock::OverAt(asks);
    const RouteAnswer answer = Plan(map.view(), query);
    ASSERT_EQ(answer.status, RouteStatus::kPartial);
    if (answer.reason == RouteReason::kDeadline) {
      EXPECT_EQ(decided_late, 0) << "what was decided earlier is decided now";
      ++undecided;
      continue;
    }
    ASSERT_EQ(answer.reason, RouteReason::kClosedByChanges);
    EXPECT_EQ(answer.basis, RouteBasis::kSearch);
    EXPECT_FALSE(answer.points.empty());
    decided_late += AskedClock::seconds >= asks ? 1 : 0;
  }
  EXPECT_GT(undecided, 3);
  EXPECT_GE(decided_late, 1);
}

TEST(GridRouteTest, ManyGoalsEndWithTheTimeThereIs) {
  const std::vector<std::string> rows(40, std::string(40, '.'));
  const DrawnGridMap map({rows.begin(), rows.end()});
  RouteQuery query = Between(map, {20, 20}, {0, 0});
  // All as far off, so that each is searched.
  query.goals.assign(300, map.MiddleOf({39, 20}));
  EXPECT_EQ(Plan(map.view(), query).reason, RouteReason::kNone);
  query.deadline = AskedClock::OverAt(100);
  const RouteAnswer answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_EQ(answer.reason, RouteReason::kDeadline);
  EXPECT_EQ(answer.basis, RouteBasis::kIncompleteSearch);
}

TEST(GridRouteTest, WhatDoesNotFitTheMapIsRefusedByName) {
  const DrawnGridMap map(kRooms);
  Scratch scratch;
  const auto refusal = [&](const RouteQuery& query) {
    return PlanRoute(map.view(), query, scratch).status().ToString();
  };
  RouteQuery query = Between(map, {0, 0}, {1, 0});
  query.with_polys = true;
  EXPECT_THAT(refusal(query), HasSubstr("UNIMPLEMENTED: with_polys"));
  query = Between(map, {0, 0}, {1, 0});
  query.changes.blocked_polys = {PolyId(0)};
  EXPECT_THAT(refusal(query), HasSubstr("UNIMPLEMENTED: changes.blocked_polys"));
  MapView mesh = map.view();
  mesh.surface = &NavmeshSurface::Plain();
  query = Between(map, {0, 0}, {1, 0});
  query.shape = RouteShape::kSmoothed;
  EXPECT_THAT(PlanRoute(mesh, query, scratch).status().ToString(), HasSubstr("INVALID_ARGUMENT: shape"));
  query = Between(map, {0, 0}, {1, 0});
  query.changes.cells = BlockedRects({{0, 0, 1, 1}});
  EXPECT_THAT(PlanRoute(mesh, query, scratch).status().ToString(),
              HasSubstr("INVALID_ARGUMENT: changes.cells"));
}

}  // namespace
}  // namespace waystone
