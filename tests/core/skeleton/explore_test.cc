#include "core/skeleton/explore.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <numeric>
#include <vector>

#include "tests/core/skeleton/skeletons.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;

//   1 - 2 - 3 - 4 - 5 - 6 - 8      The seed's figure; 0 is an island of its own.
//                   |
//                   7
SkeletonData SeedFigure() {
  return MakeSkeleton(9, BothWays({{1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 8}, {5, 7}}));
}

//   0 - 1 - 2 - 3      a corridor of three, and from 1 a dead end of one that is long
//       |
//       4
SkeletonData Corridor() { return MakeSkeleton(5, BothWays({{0, 1}, {1, 2}, {2, 3}, {1, 4, 5}})); }

TEST(Explore, BreadthFirstWalksTheSeedsFigureAsTheSeedDoes) {
  const ExploreAnswer answer = Explore(SeedFigure(), From(1, WalkOrder::kBreadthFirst));
  EXPECT_THAT(answer.walks[0].key_points, ElementsAre(1, 2, 3, 4, 5, 6, 8, 6, 5, 7));
  EXPECT_EQ(answer.end, ExploreEnd::kCovered);
  EXPECT_EQ(answer.reachable, 8U);
  EXPECT_EQ(answer.cycle_rank, 0U);
  EXPECT_DOUBLE_EQ(answer.coverage, 1.0);
}

TEST(Explore, DepthFirstEndsABranchBeforeTheNext) {
  const ExploreAnswer answer = Explore(SeedFigure(), From(4, WalkOrder::kDepthFirst));
  EXPECT_THAT(answer.walks[0].key_points, ElementsAre(4, 3, 2, 1, 2, 3, 4, 5, 6, 8, 6, 5, 7));
}

TEST(Explore, PocketFirstEntersTheSmallestPocketFirst) {
  const ExploreAnswer answer = Explore(SeedFigure(), From(1, WalkOrder::kPocketFirst));
  EXPECT_THAT(answer.walks[0].key_points, ElementsAre(1, 2, 3, 4, 5, 7, 5, 6, 8));
}

TEST(Explore, ShortestEndsWhereTheLongestPathBackIsSaved) {
  const ExploreAnswer answer = Explore(Corridor(), From(0));
  EXPECT_THAT(answer.walks[0].key_points, ElementsAre(0, 1, 2, 3, 2, 1, 4));
  EXPECT_DOUBLE_EQ(answer.walks[0].length_m, 10);
  EXPECT_NEAR(answer.lower_bound_m, 10, 1e-6) << "the bound is exact on trees";
}

TEST(Explore, ReturningWalksEndAtTheStart) {
  for (const WalkOrder order : kOrders) {
    ExploreQuery query = From(0, order);
    query.return_to_start = true;
    const ExploreAnswer answer = Explore(Corridor(), query);
    EXPECT_EQ(answer.walks[0].key_points.back(), 0U);
    EXPECT_DOUBLE_EQ(answer.walks[0].length_m, 16);
    EXPECT_NEAR(answer.lower_bound_m, 16, 1e-6);
  }
}

TEST(Explore, AStartAloneIsCoveredAtOnce) {
  for (const WalkOrder order : kOrders) {
    const ExploreAnswer answer = Explore(SeedFigure(), From(0, order));
    EXPECT_THAT(answer.walks[0].key_points, ElementsAre(0));
    EXPECT_EQ(answer.end, ExploreEnd::kCovered);
    EXPECT_EQ(answer.reachable, 1U);
    EXPECT_EQ(answer.lower_bound_m, 0);
  }
}

TEST(Explore, StopsAsSoonAsTheCoverageIsReached) {
  for (const WalkOrder order : kOrders) {
    ExploreQuery query = From(1, order);
    query.coverage = 0.5;
    const ExploreAnswer answer = Explore(SeedFigure(), query);
    EXPECT_DOUBLE_EQ(answer.coverage, 0.5);
    EXPECT_THAT(answer.walks[0].key_points, ElementsAre(1, 2, 3, 4));
    EXPECT_NEAR(answer.lower_bound_m, 3, 1e-6);
  }
}

TEST(Explore, WhatWasVisitedNeedsNoVisitAndCounts) {
  const std::vector<uint32_t> visited = {8, 6, 6, 2, 3};
  for (const WalkOrder order : kOrders) {
    ExploreQuery query = From(4, order);
    query.visited = visited;
    const ExploreAnswer answer = Explore(SeedFigure(), query);
    EXPECT_EQ(answer.end, ExploreEnd::kCovered);
    EXPECT_EQ(answer.walks[0].key_points.size(), 8U) << "7 and 1 by the shorter: 4 5 7 5 4 3 2 1";
    query.coverage = 6.0 / 8;
    EXPECT_EQ(Explore(SeedFigure(), query).walks[0].key_points.size(), 2U);
    query.coverage = 5.0 / 8;
    EXPECT_EQ(Explore(SeedFigure(), query).walks[0].key_points.size(), 1U);
  }
}

TEST(Explore, AnInterruptedWalkGoesOnWhereItWasStopped) {
  const SkeletonData maze = MakeMaze(5, 3, 0.3, 2);
  for (const WalkOrder order : kOrders) {
    ExploreQuery query = From(0, order);
    query.coverage = 0.4;
    const ExploreAnswer first = Explore(maze, query);
    query.coverage = 1.0;
    query.visited = first.walks[0].key_points;
    query.start = KeyPointId(first.walks[0].key_points.back());
    const ExploreAnswer second = Explore(maze, query);
    EXPECT_EQ(second.end, ExploreEnd::kCovered);
    EXPECT_DOUBLE_EQ(second.coverage, 1.0);
  }
}

TEST(Explore, ClosedLinksAreNotTaken) {
  const SkeletonData data = MakeSkeleton(4, BothWays({{0, 1}, {1, 2, 1, 3}, {1, 2, 5, 4}, {2, 3, 1, 5}}));
  for (const WalkOrder order : kOrders) {
    ExploreQuery query = From(0, order);
    EXPECT_DOUBLE_EQ(Explore(data, query).walks[0].length_m, 3);
    query.changes = WithoutLinks(data, {3});
    EXPECT_DOUBLE_EQ(Explore(data, query).walks[0].length_m, 7);
    query.changes = WithoutLinks(data, {3, 4});
    EXPECT_EQ(Explore(data, query).reachable, 2U);
  }
}

TEST(Explore, NoWalkerGoesFartherThanAllowed) {
  const SkeletonData maze = MakeMaze(6, 3, 0.3, 3);
  for (const WalkOrder order : kOrders) {
    for (const bool is_round : {false, true}) {
      ExploreQuery query = From(7, order);
      query.return_to_start = is_round;
      query.max_length_m = 40;
      const ExploreAnswer answer = Explore(maze, query);
      EXPECT_EQ(answer.end, ExploreEnd::kWalkLimit);
      EXPECT_GT(answer.walks[0].length_m, 25);
      if (is_round) {
        EXPECT_EQ(answer.walks[0].key_points.back(), 7U);
      }
    }
  }
}

TEST(Explore, SeveralWalkersCoverAllAndNoneWalksFartherThanOneAlone) {
  const SkeletonData maze = MakeMaze(8, 4, 0.3, 4);
  for (const WalkOrder order : kOrders) {
    for (const bool is_round : {false, true}) {
      ExploreQuery query = From(11, order);
      query.return_to_start = is_round;
      double longest_before_m = Explore(maze, query).walks[0].length_m;
      for (const uint32_t walkers : {2U, 4U, 64U}) {
        query.walkers = walkers;
        const ExploreAnswer answer = Explore(maze, query);
        EXPECT_DOUBLE_EQ(answer.coverage, 1.0);
        double longest_m = 0;
        for (const ExploreWalk& walk : answer.walks) {
          longest_m = std::max(longest_m, walk.length_m);
          if (is_round) {
            EXPECT_EQ(walk.key_points.back(), 11U);
          }
        }
        EXPECT_LT(longest_m, longest_before_m);
        longest_before_m = longest_m;
      }
    }
  }
}

TEST(Explore, WalkersWithNothingToDoStayAtTheStart) {
  ExploreQuery query = From(1);
  query.walkers = 64;
  const ExploreAnswer answer = Explore(SeedFigure(), query);
  EXPECT_DOUBLE_EQ(answer.coverage, 1.0);
  EXPECT_THAT(answer.walks[63].key_points, ElementsAre(1));
}

TEST(Explore, AnExpiredBudgetGivesTheWalkSoFarAndACancelledOneToo) {
  const SkeletonData maze = MakeMaze(8, 4, 0.3, 5);
  const std::atomic<bool> cancelled = true;
  for (const WalkOrder order : kOrders) {
    ExploreQuery query = From(0, order);
    query.budget = order == WalkOrder::kShortest ? Deadline(Deadline::Clock::time_point::max(), &cancelled)
                                                 : Deadline::After(std::chrono::seconds(-1));
    const ExploreAnswer answer = Explore(maze, query);
    EXPECT_EQ(answer.end, ExploreEnd::kSearchBudget);
    EXPECT_LT(answer.coverage, 1.0);
    EXPECT_EQ(answer.walks.size(), 1U);
  }
}

TEST(Explore, TheShortestWalkStillCoversWhenItsBudgetHasExpired) {
  const SkeletonData maze = MakeMaze(8, 4, 0.3, 5);
  ExploreQuery query = From(0);
  query.budget = Deadline::After(std::chrono::seconds(-1));
  const ExploreAnswer answer = Explore(maze, query);
  EXPECT_EQ(answer.end, ExploreEnd::kCovered);
  EXPECT_EQ(answer.coverage, 1.0);
  EXPECT_LT(Explore(maze, From(0)).walks[0].length_m, answer.walks[0].length_m) << "it was not improved";
}

TEST(Explore, AnswersAreTheSameEachTime) {
  const SkeletonData maze = MakeMaze(7, 4, 0.4, 6);
  for (const WalkOrder order : kOrders) {
    ExploreQuery query = From(3, order);
    query.walkers = 3;
    const ExploreAnswer first = Explore(maze, query);
    const ExploreAnswer second = Explore(maze, query);
    for (uint32_t w = 0; w < 3; ++w) EXPECT_EQ(first.walks[w].arcs, second.walks[w].arcs);
  }
}

// Numbers the key points anew: key point k becomes to[k].
SkeletonData Renumbered(const SkeletonData& data, const std::vector<uint32_t>& to) {
  std::vector<TestArc> arcs;
  for (uint32_t k = 0; k < to.size(); ++k) {
    for (uint32_t i = data.rows[k]; i < data.rows[k + 1]; ++i) {
      arcs.push_back({to[k], to[data.arcs[i].target], data.arcs[i].length_m, data.arcs[i].link});
    }
  }
  return MakeSkeleton(data.header.key_point_count, arcs);
}

TEST(Explore, WalksGoByTheSourcesIdsHoweverKeyPointsAreNumbered) {
  Random random(29);
  for (int round = 0; round < 60; ++round) {
    const SkeletonData maze = MakeMaze(3 + round % 4, 2, 0.5, 100 + static_cast<uint64_t>(round));
    std::vector<uint32_t> to(maze.header.key_point_count);
    std::vector<uint32_t> source_ids(to.size());
    for (uint32_t k = 0; k < to.size(); ++k) to[k] = k;
    for (uint32_t k = 1; k < to.size(); ++k) std::swap(to[k], to[random.NextBelow(k + 1)]);
    for (uint32_t k = 0; k < to.size(); ++k) source_ids[to[k]] = 10 * k + 3;
    const SkeletonData baked = Renumbered(maze, to);
    const std::vector<uint32_t> visited = {1, 2};
    const std::vector<uint32_t> visited_there = {to[1], to[2]};
    for (const WalkOrder order :
         {WalkOrder::kBreadthFirst, WalkOrder::kDepthFirst, WalkOrder::kPocketFirst}) {
      ExploreQuery query = From(0, order);
      query.visited = visited;
      const ExploreAnswer expected = Explore(maze, query);
      query.start = KeyPointId(to[0]);
      query.visited = visited_there;
      query.source_ids = source_ids;
      const ExploreAnswer answer = Explore(baked, query);
      std::vector<uint32_t> walk;
      for (const uint32_t k : answer.walks[0].key_points) walk.push_back((source_ids[k] - 3) / 10);
      EXPECT_EQ(walk, expected.walks[0].key_points);
    }
  }
}

}  // namespace
}  // namespace waystone
