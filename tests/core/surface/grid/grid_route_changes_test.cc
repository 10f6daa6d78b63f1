// Routes over grids that a request changes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/surface/grid/grid_route.h"
#include "tests/core/surface/grid/drawn_grid_map.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

TEST(GridRouteChangesTest, OverChangedCellsTheAnyAngleLineIsThatOfThePath) {
  const DrawnGridMap map({
      ".......",  //
      ".......",  //
      ".......",  //
  });
  RouteQuery query = Between(map, {0, 1}, {6, 1});
  query.shape = RouteShape::kAnyAngle;
  query.changes.cells = BlockedRects({{3, 1, 1, 1}});
  const RouteAnswer answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_NE(answer.method, RouteMethod::kAnyAngle);
  EXPECT_LE(answer.length_m, 4 + 2 * std::numbers::sqrt2 + 1e-9);
  EXPECT_GE(answer.length_m, 1 + 2 * std::hypot(2.5, 0.5) - 1e-9);
}

TEST(GridRouteChangesTest, WhatIsOpenedIsSearchedAndNotLookedUp) {
  const DrawnGridMap map(kRooms);
  RouteQuery query = Between(map, {0, 0}, {5, 0});
  query.changes.cells = OpenedRects({{3, 2, 1, 1}});
  RouteAnswer answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_EQ(answer.basis, RouteBasis::kSearch);
  // Opened, but not where it helps: the baked map had no path either.
  query.changes.cells = OpenedRects({{6, 1, 1, 1}});
  answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kPartial);
  EXPECT_EQ(answer.reason, RouteReason::kGoalUnreachable);
  EXPECT_EQ(answer.basis, RouteBasis::kSearch);
  EXPECT_NEAR(answer.gap_m, 2.5, 2e-3);
  // Opened and blocked is blocked.
  auto cells = std::make_shared<GridChanges>();
  cells->opened_rects = {{3, 0, 1, 4}};
  cells->blocked_cells = {3, 11, 19, 27};
  query.changes.cells = cells;
  EXPECT_EQ(Plan(map.view(), query).status, RouteStatus::kPartial);
}

TEST(GridRouteChangesTest, WhatIsClosedIsTheReasonOnlyWhereTheBakedMapHasAPath) {
  const DrawnGridMap map({
      "...#..",  //
      "......",  //
      "...#..",  //
  });
  RouteQuery query = Between(map, {0, 1}, {5, 1});
  query.changes.cells = BlockedRects({{3, 1, 1, 1}});
  RouteAnswer answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kPartial);
  EXPECT_EQ(answer.reason, RouteReason::kClosedByChanges);
  EXPECT_EQ(answer.basis, RouteBasis::kSearch);
  EXPECT_THAT(answer.explanation, HasSubstr("what this request closes leaves no path there"));
  EXPECT_NEAR(answer.gap_m, 2.5, 2e-3);
  query.allow_partial = false;
  answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kUnreachable);
  EXPECT_EQ(answer.reason, RouteReason::kClosedByChanges);
  EXPECT_EQ(answer.method, RouteMethod::kGridJps) << "that searched";
  // The goal's own cell: the place beside it counts, and none where that is too far.
  query.changes.cells = BlockedRects({{5, 1, 1, 1}});
  answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_NEAR(answer.goal_snap_m, 0.5, 2e-3);
  query.snap.radius_m = 0.25;
  answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kGoalOffMesh);
  EXPECT_EQ(answer.reason, RouteReason::kClosedByChanges);
  EXPECT_EQ(answer.explanation, "the goal: the ground there is closed by the request's changes");
}

TEST(GridRouteChangesTest, CostsOfAreasAreThoseOfTheMapUnlessTheRequestGivesOthers) {
  const DrawnGridMap map({
      "......",  //
      ".9999.",  //
  });
  const RouteQuery plain = Between(map, {0, 1}, {5, 1});
  RouteAnswer answer = Plan(map.view(), plain);
  EXPECT_EQ(answer.method, RouteMethod::kGridAStar);
  EXPECT_NEAR(answer.cost_m, 7, 1e-9) << "around the dear ground";
  RouteQuery query = plain;
  query.changes.area_factors = {{9, 1}};
  answer = Plan(map.view(), query);
  EXPECT_NEAR(answer.cost_m, 5, 1e-9);
  EXPECT_NE(answer.method, RouteMethod::kGridAStar) << "the ground is of one cost now";
  query.changes.area_factors = {{9, 0.5}};
  answer = Plan(map.view(), query);
  EXPECT_NEAR(answer.cost_m, 0.75 + 3 * 0.5 + 0.75, 1e-6) << "a step costs the mean of its cells";
  query.changes.area_factors = {{1, 3}, {9, 3}};
  EXPECT_NEAR(Plan(map.view(), query).cost_m, 15, 1e-6) << "metres of ground that costs three";
  query.changes.area_factors = {};
  query.changes.excluded_areas = uint64_t{1} << 9;
  answer = Plan(map.view(), query);
  EXPECT_NEAR(answer.cost_m, 7, 1e-9);
  EXPECT_NE(answer.method, RouteMethod::kGridAStar);
}

TEST(GridRouteChangesTest, MutuallyReachableEndsAreLookedForWithTheChanges) {
  const DrawnGridMap map({
      "...#...",  //
      "##.#...",  //
  });
  // The goal is nearer to the right room, from which the start cannot be reached.
  RouteQuery query = Query(map.At(0.5, 0.5), map.At(3.75, 0.5));
  EXPECT_EQ(Plan(map.view(), query).status, RouteStatus::kPartial);
  query.mutually_reachable = true;
  RouteAnswer answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_NEAR(answer.goal_snap_m, 0.75, 2e-3);
  query.changes.cells = OpenedRects({{3, 1, 1, 1}});
  answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_NEAR(answer.goal_snap_m, 0.25, 2e-3) << "the opened door joins the rooms";
}

TEST(GridRouteChangesTest, ClearanceLeavesTheMiddlesThatAreFarEnoughFromWhatIsBlocked) {
  const DrawnGridMap map({
      "..........",  //
      "...#.##...",  //
      "...#.##...",  //
      "...####...",  //
      "..........",  //
      "..........",  //
      "..........",  //
  });
  RouteQuery query = Query(map.At(1.5, 1.5), map.At(8.5, 1.5));
  query.allow_partial = false;
  EXPECT_NEAR(Plan(map.view(), query).cost_m, 7 + 2 * (std::numbers::sqrt2 - 1), 1e-9) << "above the block";
  query.changes.min_clearance_m = 1;
  RouteAnswer answer = Plan(map.view(), query);
  ASSERT_EQ(answer.status, RouteStatus::kComplete);
  for (const Vec3& point : answer.points) EXPECT_GE(point.z - map.At(0, 0).z, 1.5) << "round below it";
  // The same again, then with a cell that blocks the way below.
  EXPECT_EQ(Plan(map.view(), query).cost_m, answer.cost_m);
  query.changes.cells = BlockedRects({{4, 5, 1, 1}});
  answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kUnreachable);
  EXPECT_EQ(answer.reason, RouteReason::kClosedByChanges);
  query.changes.cells = nullptr;
  query.changes.min_clearance_m = 2;
  answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kStartOffMesh);
  EXPECT_EQ(answer.reason, RouteReason::kClearance);
}

TEST(GridRouteChangesTest, ClearanceClosesGapsThatAreTooNarrow) {
  const DrawnGridMap map({
      "....##....",  //
      "..........",  //
      "..........",  //
      "....##....",  //
  });
  RouteQuery query = Query(map.At(1.5, 1.5), map.At(8.5, 1.5));
  query.allow_partial = false;
  query.changes.min_clearance_m = 0.5;
  EXPECT_EQ(Plan(map.view(), query).status, RouteStatus::kComplete);
  query.changes.min_clearance_m = 1;
  const RouteAnswer answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kUnreachable);
  EXPECT_EQ(answer.reason, RouteReason::kClearance);
}

}  // namespace
}  // namespace waystone
