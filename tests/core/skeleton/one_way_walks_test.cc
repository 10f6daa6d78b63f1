#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "core/skeleton/explore.h"
#include "core/skeleton/round_walk.h"
#include "tests/core/skeleton/skeletons.h"
#include "tests/support/asked_clock.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;

//   0 - 1 - 2        4 lies in a pit, below a ledge at 1
//       v
//       4 - 5
SkeletonData Pit() {
  std::vector<TestArc> arcs = BothWays({{0, 1}, {1, 2}, {4, 5}, {3, 4}});
  arcs.push_back({1, 4});
  return MakeSkeleton(6, arcs);
}

//       0            two pits: who is in one does not get to the other
//     v   v
//   1 - 2   3
SkeletonData TwoPits() {
  std::vector<TestArc> arcs = BothWays({{1, 2}});
  arcs.push_back({0, 1});
  arcs.push_back({0, 3});
  return MakeSkeleton(4, arcs);
}

TEST(OneWayWalks, ThePitComesLast) {
  for (const WalkOrder order : kOrders) {
    const ExploreAnswer answer = Explore(Pit(), From(0, order));
    EXPECT_EQ(answer.end, ExploreEnd::kCovered);
    EXPECT_EQ(answer.reachable, 6U);
    EXPECT_EQ(answer.unjoinable, 0U);
    EXPECT_THAT(
        std::vector<uint32_t>(answer.walks[0].key_points.begin(), answer.walks[0].key_points.begin() + 5),
        ElementsAre(0, 1, 2, 1, 4));
  }
}

TEST(OneWayWalks, OnlyWhatCanBeReachedCounts) {
  for (const WalkOrder order : kOrders) {
    const ExploreAnswer answer = Explore(Pit(), From(5, order));
    EXPECT_EQ(answer.reachable, 3U);
    EXPECT_EQ(answer.end, ExploreEnd::kCovered);
  }
}

TEST(OneWayWalks, OfTwoPitsTheLargerIsVisitedAndTheOtherIsUnjoinable) {
  for (const WalkOrder order : kOrders) {
    ExploreQuery query = From(0, order);
    ExploreAnswer answer = Explore(TwoPits(), query);
    EXPECT_EQ(answer.end, ExploreEnd::kStranded);
    EXPECT_EQ(answer.unjoinable, 1U);
    EXPECT_DOUBLE_EQ(answer.coverage, 0.75);
    EXPECT_THAT(answer.walks[0].key_points, ElementsAre(0, 1, 2));
    query.coverage = 0.75;
    EXPECT_EQ(Explore(TwoPits(), query).end, ExploreEnd::kCovered);
    query.coverage = 1;
    query.walkers = 2;
    answer = Explore(TwoPits(), query);
    EXPECT_EQ(answer.end, ExploreEnd::kCovered) << "a second walker goes into the other";
    EXPECT_THAT(answer.walks[1].key_points, ElementsAre(0, 3));
  }
}

TEST(OneWayWalks, AWalkWithNothingLeftToJoinIsStrandedWhateverTheClockSays) {
  for (const WalkOrder order : kOrders) {
    bool is_stranded = false;
    for (int asks = 1; asks < 20; ++asks) {
      ExploreQuery query = From(0, order);
      query.budget = AskedClock::OverAt(asks);
      const ExploreAnswer answer = Explore(TwoPits(), query);
      const bool is_joined = answer.coverage == 0.75;
      EXPECT_EQ(answer.end, is_joined ? ExploreEnd::kStranded : ExploreEnd::kSearchBudget) << asks;
      is_stranded = is_stranded || is_joined;
    }
    EXPECT_TRUE(is_stranded);
  }
}

// Two copies of a maze, and one arc from the first into the second.
SkeletonData TwoHalves(uint32_t side) {
  const SkeletonData maze = MakeMaze(side, 3, 0.3, 1);
  const uint32_t n = maze.header.key_point_count;
  std::vector<TestArc> arcs = {{5, n + 7}};
  for (const uint32_t half : {0U, n}) {
    for (uint32_t k = 0; k < n; ++k) {
      for (uint32_t i = maze.rows[k]; i < maze.rows[k + 1]; ++i)
        arcs.push_back({half + k, half + maze.arcs[i].target, maze.arcs[i].length_m});
    }
  }
  return MakeSkeleton(2 * n, arcs);
}

// [m] walked in the second half.
double LengthBehind(const SkeletonData& halves, const ExploreWalk& walk) {
  const uint32_t n = halves.header.key_point_count / 2;
  double length_m = 0;
  for (size_t i = 0; i < walk.arcs.size(); ++i) {
    if (walk.key_points[i] >= n) length_m += static_cast<double>(halves.arcs[walk.arcs[i]].length_m);
  }
  return length_m;
}

TEST(OneWayWalks, TheShortestWalkGoesBehindAOneWayArcHoweverSmallItsBudget) {
  for (const bool is_baked : {false, true}) {
    SkeletonData halves = TwoHalves(16);
    if (is_baked) BakeRoundWalk(halves, 1);
    ExploreQuery query = From(0, WalkOrder::kShortest);
    for (int asks = 1; asks < 10000; asks *= 4) {
      query.budget = AskedClock::OverAt(asks);
      const ExploreAnswer answer = Explore(halves, query);
      EXPECT_EQ(answer.end, ExploreEnd::kCovered) << asks;
      EXPECT_EQ(answer.coverage, 1.0) << asks;
    }
  }
}

TEST(OneWayWalks, WhatLiesBehindAOneWayArcGetsAShareOfTheBudget) {
  const SkeletonData halves = TwoHalves(12);
  ExploreQuery query = From(0, WalkOrder::kShortest);
  query.budget = AskedClock::OverAt(1);
  const double plain_m = LengthBehind(halves, Explore(halves, query).walks[0]);
  query.budget = AskedClock::OverAt(1000000);
  const double best_m = LengthBehind(halves, Explore(halves, query).walks[0]);
  ASSERT_LT(best_m, plain_m);
  query.budget = AskedClock::OverAt(AskedClock::seconds / 5);
  EXPECT_LT(LengthBehind(halves, Explore(halves, query).walks[0]), (plain_m + best_m) / 2);
}

TEST(OneWayWalks, WhereNoArcLeadsBackTheWalkStays) {
  for (const WalkOrder order : kOrders) {
    ExploreQuery query = From(0, order);
    query.return_to_start = true;
    const ExploreAnswer answer = Explore(TwoPits(), query);
    EXPECT_EQ(answer.walks[0].key_points.back(), 2U);
    EXPECT_NEAR(answer.lower_bound_m, 2, 1e-6);
  }
}

TEST(OneWayWalks, ARingOfOneWayArcsIsWalkedRound) {
  const SkeletonData ring = MakeSkeleton(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}});
  for (const WalkOrder order : kOrders) {
    ExploreQuery query = From(2, order);
    EXPECT_DOUBLE_EQ(Explore(ring, query).walks[0].length_m, 4);
    query.return_to_start = true;
    EXPECT_DOUBLE_EQ(Explore(ring, query).walks[0].length_m, 5);
  }
}

TEST(OneWayWalks, AManyTimesBrokenStairIsWalkedInGoodTime) {
  std::vector<TestArc> arcs;
  constexpr uint32_t kSteps = 20000;
  for (uint32_t k = 0; k + 1 < kSteps; ++k) arcs.push_back({k, k + 1});
  const SkeletonData stair = MakeSkeleton(kSteps, arcs);
  for (const WalkOrder order : kOrders) {
    const ExploreAnswer answer = Explore(stair, From(0, order));
    EXPECT_EQ(answer.end, ExploreEnd::kCovered);
    EXPECT_DOUBLE_EQ(answer.walks[0].length_m, kSteps - 1);
  }
}

}  // namespace
}  // namespace waystone
