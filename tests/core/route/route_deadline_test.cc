// Wherever the deadline passes while a route is planned, the work ends at the look that sees it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/scratch.h"
#include "core/route/route_planner.h"
#include "tests/support/asked_clock.h"
#include "tests/support/linked_scene.h"

namespace waystone {
namespace {

// Pillars on open ground, a wall before the last column but for its top, and an island.
std::string Drawing() {
  constexpr int kSide = 31;
  std::string drawing;
  for (int j = 0; j < kSide; ++j) {
    for (int i = 0; i < kSide; ++i)
      drawing += i % 2 == 1 && (j % 2 == 1 || (i == kSide - 2 && j > 0)) ? '#' : '.';
    drawing += "#.\n";
  }
  return drawing;
}

// Plans with the deadline at looks from the first to the last; gives how many there are.
int PlanWithManyDeadlines(const MapView& view, RouteQuery query) {
  Scratch scratch;
  uint32_t last_expansions = 0;
  for (int asks = 1;; asks += 1 + asks / 8) {
    query.deadline = AskedClock::OverAt(asks);
    const RouteAnswer answer = *PlanRoute(view, query, scratch);
    if (AskedClock::seconds < asks) return AskedClock::seconds;  // done before
    EXPECT_LE(AskedClock::seconds, asks + 2) << "work went on after the deadline";
    EXPECT_GE(answer.expansions, last_expansions);
    last_expansions = answer.expansions;
    const bool is_limit = answer.basis == RouteBasis::kIncompleteSearch;
    if (is_limit) {
      EXPECT_EQ(answer.reason, RouteReason::kDeadline);
    }
    EXPECT_EQ(answer.explanation.empty(), answer.status == RouteStatus::kComplete) << answer.explanation;
    EXPECT_TRUE(is_limit || answer.reason == RouteReason::kIsolated);
    if (testing::Test::HasFailure() || asks > 100'000) return asks;
  }
}

class RouteDeadlineTest : public ::testing::Test {
 protected:
  RouteDeadlineTest() { query_.start = map_.Abs(0.5, 0, 30.5); }
  const DrawnMap map_{{Drawing()}};
  const MapView view_ = map_.view();
  RouteQuery query_;
};

TEST_F(RouteDeadlineTest, EndsALongSearch) {
  query_.goals = {map_.Abs(30.5, 0, 30.5)};
  EXPECT_GT(PlanWithManyDeadlines(view_, query_), 2);
}

TEST_F(RouteDeadlineTest, EndsTheChoiceAmongManyGoals) {
  for (int k = 0; k < 200; ++k) query_.goals.push_back(map_.Abs(30.5, 0, 30.5 - 0.1 * k));
  EXPECT_GT(PlanWithManyDeadlines(view_, query_), 200 / 4 + 5);
}

TEST_F(RouteDeadlineTest, EndsARouteByManyPlaces) {
  for (int k = 0; k < 20; ++k) query_.via.push_back(map_.Abs(k % 2 == 0 ? 30.5 : 0.5, 0, 30.5));
  query_.goals = {map_.Abs(0.5, 0, 30.5)};
  EXPECT_GT(PlanWithManyDeadlines(view_, query_), 20 * 2);
}

TEST_F(RouteDeadlineTest, EndsTheSearchForAPlaceNearGoalsOutOfReach) {
  for (int k = 0; k < 100; ++k) query_.goals.push_back(map_.Abs(32.5, 0, 30.5 - 0.25 * k));
  EXPECT_GT(PlanWithManyDeadlines(view_, query_), 100 / 4 + 100);
}

TEST_F(RouteDeadlineTest, EndsTheSearchForCommonGround) {
  for (int k = 0; k < 50; ++k) query_.goals.push_back(map_.Abs(32.5, 0, 30.5 - 0.25 * k));
  query_.mutually_reachable = true;
  EXPECT_GT(PlanWithManyDeadlines(view_, query_), 50 / 4);
}

}  // namespace
}  // namespace waystone
