#include "core/explore/route_explorer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "core/base/scratch.h"
#include "tests/support/asked_clock.h"
#include "tests/support/explored_map.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

absl::StatusOr<ExplorationAnswer> Ask(const MapView& view, const ExplorationQuery& query) {
  Scratch scratch;
  return ExploreRoute(view, query, scratch);
}

ExplorationQuery From(const ExploredMap& map, double x, double z) {
  ExplorationQuery query;
  query.start = map.map.Abs(x, 0, z);
  return query;
}

ExplorationAnswer Explore(ExploredMap& map, const ExplorationQuery& query) {
  const absl::StatusOr<ExplorationAnswer> answer = Ask(map.view(), query);
  EXPECT_TRUE(answer.ok()) << answer.status();
  return answer.value_or(ExplorationAnswer());
}

TEST(ExploreRoute, NamesTheFieldThatIsOutOfRange) {
  ExploredMap map({"...\n"});
  const MapView view = map.view();
  const auto expect = [&](const char* begin, const auto& change) {
    ExplorationQuery query = From(map, 0.5, 0.5);
    change(query);
    const absl::Status status = Ask(view, query).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << begin << ": " << status;
    EXPECT_THAT(std::string(status.message()), StartsWith(begin));
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  expect("start", [&](auto& q) { q.start.x = nan; });
  expect("snap.radius_m", [](auto& q) { q.snap.radius_m = -1; });
  expect("coverage", [](auto& q) { q.coverage = 1.01; });
  expect("coverage", [&](auto& q) { q.coverage = nan; });
  expect("walkers", [](auto& q) { q.walkers = 0; });
  expect("walkers", [](auto& q) { q.walkers = 65; });
  expect("max_length_m", [](auto& q) { q.max_length_m = 1.1e7; });
  expect("max_join_m", [](auto& q) { q.max_join_m = -1; });
  expect("sight_radius_m", [](auto& q) { q.sight_radius_m = 1001; });
  expect("search_budget", [](auto& q) { q.search_budget = std::chrono::milliseconds(0); });
  expect("max_expansions", [](auto& q) { q.max_expansions = 0; });
  expect("movement", [](auto& q) { q.movement = Vec2{0, 0}; });
  expect("visited[1]", [](auto& q) { q.visited = {2, 3}; });
  expect("changes.closed_links", [](auto& q) { q.changes.closed_links = {LinkId(0)}; });
}

TEST(ExploreRoute, SaysThatAMapHasNoSkeleton) {
  const DrawnMap map({"...\n"});
  ExplorationQuery query;
  query.start = map.Abs(0.5, 0, 0.5);
  const absl::Status status = Ask(map.view(), query).status();
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("map \"drawn\" has no skeleton for agent \"human\""));
}

TEST(ExploreRoute, AnswersAStartOffTheMesh) {
  ExploredMap map({"...\n"});
  const ExplorationAnswer answer = Explore(map, From(map, 0.5, 9));
  EXPECT_EQ(answer.status, RouteStatus::kStartOffMesh);
  EXPECT_DOUBLE_EQ(answer.start_snap_m, 8);
  EXPECT_FALSE(answer.end.has_value());
  EXPECT_TRUE(answer.walks.empty());
}

TEST(ExploreRoute, AnswersAStartFromWhichNoKeyPointCanBeReached) {
  ExploredMap map({"..#...\n"});
  for (const double x : {0.5, 1.5}) map.sketch().Drop(map.Cell(x, 0.5));
  ExplorationAnswer answer = Explore(map, From(map, 0.5, 0.5));
  EXPECT_EQ(answer.status, RouteStatus::kUnreachable);
  EXPECT_NE(answer.reason, RouteReason::kNone);
  EXPECT_THAT(answer.explanation, HasSubstr("no path leads from the start to a key point"));
  ExplorationQuery near = From(map, 3.1, 0.5);
  near.max_join_m = 0.1;
  answer = Explore(map, near);
  EXPECT_EQ(answer.status, RouteStatus::kLimitReached);
  EXPECT_EQ(answer.reason, RouteReason::kLengthLimit);
  EXPECT_THAT(answer.explanation, HasSubstr("within 0.1 m"));
}

TEST(ExploreRoute, BeginsWithThePathToTheNearestKeyPoint) {
  ExploredMap map({"...\n"});
  const ExplorationAnswer answer = Explore(map, From(map, 0.25, 0.5));
  ASSERT_EQ(answer.walks.size(), 1U);
  EXPECT_EQ(answer.walks[0].route.points[0], map.map.Abs(0.25, 0, 0.5));
  EXPECT_EQ(answer.walks[0].route.points[1], map.map.Abs(0.5, 0, 0.5));
  EXPECT_EQ(answer.walks[0].key_points[0], map.KeyPointIn(0.5, 0.5).value());
}

const char* const kRing =
    "....\n"
    ".##.\n"
    "....\n";

TEST(ExploreRoute, VisitsEveryKeyPointAndSaysSo) {
  ExploredMap map({kRing});
  const ExplorationAnswer answer = Explore(map, From(map, 0.5, 0.5));
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_EQ(answer.reason, RouteReason::kNone);
  EXPECT_EQ(answer.basis, RouteBasis::kBaked);
  EXPECT_EQ(answer.end, ExploreEnd::kCovered);
  EXPECT_EQ(answer.coverage, 1);
  EXPECT_EQ(answer.reachable_key_points, 10U);
  EXPECT_EQ(answer.unjoinable_key_points, 0U);
  EXPECT_EQ(answer.cycle_rank, 1U);
  EXPECT_EQ(answer.ground_coverage, 0);
  ASSERT_EQ(answer.walks.size(), 1U);
  const ExplorationWalk& walk = answer.walks[0];
  EXPECT_EQ(std::set<uint32_t>(walk.key_points.begin(), walk.key_points.end()).size(), 10U);
  EXPECT_DOUBLE_EQ(walk.route.length_m, 9);  // round, but for the last metre
  EXPECT_LE(answer.lower_bound_m, 9);
  EXPECT_GT(answer.lower_bound_m, 0);
}

TEST(ExploreRoute, EndsAtTheStartWhereThatIsAskedFor) {
  ExploredMap map({kRing});
  ExplorationQuery query = From(map, 0.25, 0.25);
  query.return_to_start = true;
  const ExplorationAnswer answer = Explore(map, query);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  const RouteAnswer& route = answer.walks[0].route;
  EXPECT_EQ(route.points.front(), query.start);
  EXPECT_EQ(route.points.back(), query.start);
  EXPECT_NEAR(route.length_m, 10 + 2 * std::hypot(0.25, 0.25), 1e-9);
}

TEST(ExploreRoute, EveryWalkerBeginsAtTheStart) {
  ExploredMap map({"...........\n"});
  ExplorationQuery query = From(map, 5.25, 0.5);
  query.walkers = 2;
  const ExplorationAnswer answer = Explore(map, query);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  ASSERT_EQ(answer.walks.size(), 2U);
  for (const ExplorationWalk& walk : answer.walks) {
    EXPECT_EQ(walk.route.points.front(), query.start);
    EXPECT_NEAR(walk.route.length_m, 5.25, 1e-9);
  }
}

TEST(ExploreRoute, KeyPointsVisitedBeforeNeedNoVisit) {
  ExploredMap map({"......\n"});
  ExplorationQuery query = From(map, 0.5, 0.5);
  query.visited = {map.KeyPointIn(5.5, 0.5).value(), map.KeyPointIn(4.5, 0.5).value()};
  const ExplorationAnswer answer = Explore(map, query);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_EQ(answer.coverage, 1);
  EXPECT_DOUBLE_EQ(answer.walks[0].route.length_m, 3);
}

TEST(ExploreRoute, StopsAtTheCoverageAskedFor) {
  ExploredMap map({"..........\n"});
  ExplorationQuery query = From(map, 0.5, 0.5);
  query.coverage = 0.5;
  const ExplorationAnswer answer = Explore(map, query);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_DOUBLE_EQ(answer.coverage, 0.5);
  EXPECT_DOUBLE_EQ(answer.walks[0].route.length_m, 4);
}

// The limit is that of the points returned, and what lies behind it does not count.
TEST(ExploreRoute, NoWalkIsLongerThanAllowed) {
  ExploredMap map(
      {"01234321\n"
       "0##4##.#\n"
       "01234321\n"});
  for (double max_m = 0.1; max_m < 30; max_m += 0.7) {
    ExplorationQuery query = From(map, 0.3, 0.4);
    query.walkers = 2;
    query.max_length_m = max_m;
    query.visited = {map.KeyPointIn(7.5, 0.5).value()};
    const ExplorationAnswer answer = Explore(map, query);
    ASSERT_EQ(answer.walks.size(), 2U);
    std::set<uint32_t> visited(query.visited.begin(), query.visited.end());
    for (const ExplorationWalk& walk : answer.walks) {
      EXPECT_LE(walk.route.length_m, max_m + 1e-9);
      visited.insert(walk.key_points.begin(), walk.key_points.end());
    }
    EXPECT_NEAR(answer.coverage, static_cast<double>(visited.size()) / answer.reachable_key_points, 1e-9)
        << max_m;
    EXPECT_EQ(answer.status == RouteStatus::kComplete, answer.coverage > 1 - 1e-9) << max_m;
    EXPECT_EQ(answer.reason == RouteReason::kLengthLimit, answer.coverage < 1 - 1e-9) << max_m;
  }
}

TEST(ExploreRoute, TooShortALimitCutsThePathToTheFirstKeyPoint) {
  ExploredMap map({"...\n"});
  ExplorationQuery query = From(map, 0.2, 0.5);
  query.max_length_m = 0.1;
  ExplorationAnswer answer = Explore(map, query);
  EXPECT_EQ(answer.status, RouteStatus::kPartial);
  EXPECT_EQ(answer.reason, RouteReason::kLengthLimit);
  EXPECT_EQ(answer.end, ExploreEnd::kWalkLimit);
  EXPECT_NEAR(answer.coverage, 0, 1e-12);
  EXPECT_TRUE(answer.walks[0].key_points.empty());
  EXPECT_NEAR(answer.walks[0].route.length_m, 0.1, 1e-6);
  query.allow_partial = false;
  answer = Explore(map, query);
  EXPECT_EQ(answer.status, RouteStatus::kLimitReached);
  EXPECT_TRUE(answer.walks.empty());
}

// Two lanes below a yard, with no path back.
ExploredMap& Forked() {
  static ExploredMap* const kMap = [] {
    auto* forked = new ExploredMap({".#...#.\n"});
    forked->AddLink({2.5, 0, 0.5}, {0.5, 0, 0.5}, LinkKind::kDrop);
    forked->AddLink({4.5, 0, 0.5}, {6.5, 0, 0.5}, LinkKind::kDrop);
    forked->sketch().AddLinks(forked->links());
    return forked;
  }();
  return *kMap;
}

TEST(ExploreRoute, WhatNoOneWalkVisitsLeavesItStranded) {
  ExplorationQuery query = From(Forked(), 3.5, 0.5);
  ExplorationAnswer answer = Explore(Forked(), query);
  EXPECT_EQ(answer.status, RouteStatus::kPartial);
  EXPECT_EQ(answer.end, ExploreEnd::kStranded);
  EXPECT_EQ(answer.reason, RouteReason::kGoalUnreachable);
  EXPECT_DOUBLE_EQ(answer.coverage, 0.8);
  EXPECT_EQ(answer.unjoinable_key_points, 1U);
  EXPECT_EQ(answer.walks[0].route.legs[1].kind, LinkKind::kDrop);
  query.walkers = 2;
  answer = Explore(Forked(), query);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  query.walkers = 1;
  query.allow_partial = false;
  answer = Explore(Forked(), query);
  EXPECT_EQ(answer.status, RouteStatus::kUnreachable);
  EXPECT_EQ(answer.end, ExploreEnd::kStranded);
  EXPECT_TRUE(answer.walks.empty());
}

TEST(ExploreRoute, ClosedLinksAreNotThere) {
  ExplorationQuery query = From(Forked(), 3.5, 0.5);
  query.changes.closed_links = {LinkId(1), LinkId(0)};
  ExplorationAnswer answer = Explore(Forked(), query);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_EQ(answer.basis, RouteBasis::kSearch);
  EXPECT_EQ(answer.reachable_key_points, 3U);
  query.changes.closed_links = {LinkId(0)};
  answer = Explore(Forked(), query);
  EXPECT_EQ(answer.reachable_key_points, 4U);
}

TEST(ExploreRoute, ClosedLinksAreToBlameOnlyWhereTheyLedToAKeyPoint) {
  ExploredMap map({"..#...#..\n"});
  map.AddLink({1.5, 0, 0.5}, {3.5, 0, 0.5}, LinkKind::kDrop);
  map.AddLink({3.5, 0, 0.5}, {1.5, 0, 0.5}, LinkKind::kJump);
  map.sketch().AddLinks(map.links());
  for (const double x : {0.5, 1.5}) map.sketch().Drop(map.Cell(x, 0.5));
  for (const double x : {7.5, 8.5}) map.sketch().Drop(map.Cell(x, 0.5));
  ExplorationQuery query = From(map, 0.5, 0.5);
  query.changes.closed_links = {LinkId(0)};
  EXPECT_EQ(Explore(map, query).reason, RouteReason::kClosedByChanges);
  query = From(map, 7.5, 0.5);
  query.changes.closed_links = {LinkId(0)};
  const ExplorationAnswer answer = Explore(map, query);
  EXPECT_EQ(answer.status, RouteStatus::kUnreachable);
  EXPECT_NE(answer.reason, RouteReason::kClosedByChanges);
}

// A slope without key points leads to them, so that the path there is longer than the search for it says.
ExploredMap& BelowASlope() {
  static ExploredMap* const kMap = [] {
    auto* slope = new ExploredMap({"4321012343210....\n"});
    for (int cell = 0; cell < 12; ++cell) slope->sketch().Drop(slope->Cell(cell + 0.5, 0.5));
    return slope;
  }();
  return *kMap;
}

TEST(ExploreRoute, AWalkThatIsCutBeforeItIsHomeIsPartial) {
  ExplorationQuery query = From(BelowASlope(), 0.5, 0.5);
  query.start.y += 2;
  query.order = WalkOrder::kBreadthFirst;  // which is soon known
  query.return_to_start = true;
  const double whole_m = Explore(BelowASlope(), query).walks[0].route.length_m;
  for (double max_m = 0.05; max_m < whole_m + 1; max_m += 0.1) {
    query.max_length_m = max_m;
    const ExplorationAnswer answer = Explore(BelowASlope(), query);
    const bool is_home = max_m > whole_m;
    EXPECT_EQ(answer.status, is_home ? RouteStatus::kComplete : RouteStatus::kPartial) << max_m;
    EXPECT_EQ(answer.reason, is_home ? RouteReason::kNone : RouteReason::kLengthLimit) << max_m;
  }
}

TEST(ExploreRoute, TheBoundIsForWhatIsVisited) {
  ExplorationQuery query = From(BelowASlope(), 0.5, 0.5);
  query.start.y += 2;
  query.order = WalkOrder::kBreadthFirst;  // which is soon known
  for (const bool is_round : {false, true}) {
    query.return_to_start = is_round;
    for (double max_m = 8; max_m < 35; max_m += 0.5) {
      query.max_length_m = max_m;
      const std::vector<uint32_t> visited = Explore(BelowASlope(), query).walks[0].key_points;
      const double bound_m = Explore(BelowASlope(), query).lower_bound_m;
      const double walked_m = visited.empty() ? 0 : static_cast<double>(visited.size()) - 1;  // cells of 1 m
      EXPECT_LE(bound_m, walked_m + 1e-6) << max_m;
    }
  }
}

TEST(ExploreRoute, TellsHowMuchGroundIsSeen) {
  ExploredMap map({kRing});
  ExplorationQuery query = From(map, 0.5, 0.5);
  query.sight_radius_m = 1;
  EXPECT_DOUBLE_EQ(Explore(map, query).ground_coverage, 1);
  query.max_length_m = 2;
  EXPECT_NEAR(Explore(map, query).ground_coverage, 0.45, 0.1);
}

TEST(ExploreRoute, AnswersWhereverItsTimeEnds) {
  std::string drawing;
  for (int row = 0; row < 10; ++row)
    drawing += row % 2 == 0 ? "....................\n" : ".#.#.#.#.#.#.#.#.#.#\n";
  ExploredMap map({drawing});
  for (const double x : {0.5, 1.5, 2.5}) map.sketch().Drop(map.Cell(x, 0.5));
  map.sketch().Drop(map.Cell(0.5, 1.5));
  const MapView view = map.view();
  std::set<RouteStatus> seen;
  for (int asks = 1; asks < 200; ++asks) {
    ExplorationQuery query = From(map, 0.3, 0.4);
    query.sight_radius_m = 3;
    query.deadline = AskedClock::OverAt(asks);
    const absl::StatusOr<ExplorationAnswer> answer = Ask(view, query);
    ASSERT_TRUE(answer.ok()) << answer.status();
    seen.insert(answer->status);
    const bool is_late = answer->status != RouteStatus::kComplete;
    EXPECT_EQ(answer->reason, is_late ? RouteReason::kDeadline : RouteReason::kNone) << asks;
    EXPECT_EQ(answer->basis, is_late ? RouteBasis::kIncompleteSearch : RouteBasis::kBaked) << asks;
  }
  EXPECT_TRUE(seen.contains(RouteStatus::kLimitReached));
  EXPECT_TRUE(seen.contains(RouteStatus::kComplete));
}

// All but the last key point were visited before: the order is soon known, and the last question about the
// time comes when nearly all is written.
TEST(ExploreRoute, IsCutWhereTheTimeEndsWhileItsPointsAreMade) {
  const std::string drawing = std::string(1000, '.') + "\n";
  ExploredMap map({drawing});
  const MapView view = map.view();
  ExplorationQuery query = From(map, 0.5, 0.5);
  query.order = WalkOrder::kBreadthFirst;
  for (uint32_t id = 0; id < 999; ++id) query.visited.push_back(id);
  query.deadline = AskedClock::OverAt(1'000'000);
  ASSERT_EQ(Ask(view, query)->status, RouteStatus::kComplete);
  query.deadline = AskedClock::OverAt(AskedClock::seconds);
  const ExplorationAnswer answer = *Ask(view, query);
  EXPECT_EQ(answer.status, RouteStatus::kPartial);
  EXPECT_EQ(answer.end, ExploreEnd::kSearchBudget);
  EXPECT_EQ(answer.reason, RouteReason::kDeadline);
  ASSERT_EQ(answer.walks.size(), 1U);
  EXPECT_GT(answer.walks[0].key_points.size(), 700U);
  EXPECT_LT(answer.walks[0].key_points.size(), 1000U);
  EXPECT_NEAR(answer.coverage, 0.999, 1e-9);
  EXPECT_EQ(answer.lower_bound_m, 0);
}

TEST(ExploreRoute, IsTheSameEveryTime) {
  ExploredMap map({kRing});
  ExplorationQuery query = From(map, 0.3, 0.4);
  query.sight_radius_m = 0.5;
  const ExplorationAnswer first = Explore(map, query);
  const ExplorationAnswer second = Explore(map, query);
  EXPECT_EQ(first.walks[0].key_points, second.walks[0].key_points);
  EXPECT_EQ(first.walks[0].route.points, second.walks[0].route.points);
  EXPECT_EQ(first.ground_coverage, second.ground_coverage);
}

// Whatever it is doing when the time is over: planning, sharing out, bounding, writing.
TEST(ExploreRoute, EndsWithinAFewLooksOfItsDeadlineInEveryStage) {
  constexpr int kSide = 56;  // more key points than are passed over without a look
  constexpr int kMoreLooks = 16;
  std::string drawing;
  for (int row = 0; row < kSide; ++row) drawing += std::string(kSide, '.') + "\n";
  ExploredMap map({drawing});
  const MapView view = map.view();
  for (const WalkOrder order : {WalkOrder::kPocketFirst, WalkOrder::kBreadthFirst}) {
    for (const uint32_t walkers : {1U, 8U}) {
      ExplorationQuery query = From(map, 0.5, 0.5);
      query.order = order;
      query.walkers = walkers;
      query.return_to_start = true;
      query.deadline = AskedClock::OverAt(1'000'000);
      ASSERT_TRUE(Ask(view, query).ok());
      const int looks = AskedClock::seconds;
      EXPECT_GT(looks, 60);
      for (int at = 1; at < looks; at += 1 + looks / 40) {
        query.deadline = AskedClock::OverAt(at);
        const absl::StatusOr<ExplorationAnswer> answer = Ask(view, query);
        ASSERT_TRUE(answer.ok()) << answer.status();
        EXPECT_NE(answer->status, RouteStatus::kComplete) << at << " of " << looks;
        EXPECT_LE(AskedClock::seconds, at + kMoreLooks) << at << " of " << looks;
      }
    }
  }
}

}  // namespace
}  // namespace waystone
