// Lengths of walks over mazes, as shares of the proven bound.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/skeleton/explore.h"
#include "tests/core/skeleton/skeletons.h"
#include "tests/support/asked_clock.h"

namespace waystone {
namespace {

double MedianRatio(WalkOrder order, bool is_round) {
  std::vector<double> ratios;
  for (uint64_t seed = 1; seed <= 14; ++seed) {
    const SkeletonData maze =
        MakeMaze(5 + static_cast<uint32_t>(seed), 4, 0.05 * static_cast<double>(seed % 7), seed);
    const SkeletonView skeleton = ViewOf(maze);
    ExploreQuery query;
    query.start = KeyPointId(static_cast<uint32_t>(seed));
    query.order = order;
    query.return_to_start = is_round;
    const ExploreAnswer answer = ExploreSkeleton(skeleton, query);
    ExpectSound(skeleton, query, answer);
    EXPECT_EQ(answer.end, ExploreEnd::kCovered);
    ratios.push_back(answer.walks[0].length_m / answer.lower_bound_m);
  }
  std::sort(ratios.begin(), ratios.end());
  const double median = (ratios[6] + ratios[7]) / 2;
  ::testing::Test::RecordProperty(
      std::string(is_round ? "round_order_" : "order_") + std::to_string(static_cast<int>(order)),
      std::to_string(median));
  return median;
}

TEST(MazeWalks, EachOrderKeepsItsDistanceFromTheBound) {
  EXPECT_LE(MedianRatio(WalkOrder::kBreadthFirst, false), 1.45);
  EXPECT_LE(MedianRatio(WalkOrder::kDepthFirst, false), 1.60);
  EXPECT_LE(MedianRatio(WalkOrder::kPocketFirst, false), 1.25);
  EXPECT_LE(MedianRatio(WalkOrder::kShortest, false), 1.09);
  EXPECT_LE(MedianRatio(WalkOrder::kShortest, true), 1.07);
}

// A maze in which one corridor piece in `share` leads one way only.
SkeletonData OneWayMaze(uint64_t seed, uint32_t share, uint32_t side = 7) {
  const SkeletonData maze = MakeMaze(side, 3, 0.8, seed);
  Random random(seed);
  std::vector<TestArc> arcs;
  for (uint32_t k = 0; k < maze.key_points.size(); ++k) {
    for (uint32_t i = maze.rows[k]; i < maze.rows[k + 1]; ++i) {
      const SkeletonArc& arc = maze.arcs[i];
      if (arc.target < k && random.NextBelow(share) == 0) continue;
      arcs.push_back({k, arc.target, arc.length_m});
    }
  }
  return MakeSkeleton(maze.header.key_point_count, arcs);
}

TEST(MazeWalks, WhereArcsLeadOneWayABetterOrderIsFoundThanPocketFirst) {
  double pockets = 0;
  double shortest = 0;
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    const SkeletonData maze = OneWayMaze(seed, 20);
    const SkeletonView skeleton = ViewOf(maze);
    ExploreQuery query;
    query.start = KeyPointId(0);
    query.order = WalkOrder::kPocketFirst;
    const ExploreAnswer pocket_first = ExploreSkeleton(skeleton, query);
    ExpectSound(skeleton, query, pocket_first);
    query.order = WalkOrder::kShortest;
    const ExploreAnswer answer = ExploreSkeleton(skeleton, query);
    ExpectSound(skeleton, query, answer);
    EXPECT_EQ(answer.coverage, pocket_first.coverage);
    EXPECT_LE(answer.walks[0].length_m, pocket_first.walks[0].length_m);
    pockets += pocket_first.walks[0].length_m;
    shortest += answer.walks[0].length_m;
  }
  RecordProperty("shortest_over_pocket_first", std::to_string(shortest / pockets));
  EXPECT_LE(shortest, 0.95 * pockets);
}

// [m] of kShortest with a budget of so many looks at the clock.
double LengthWithin(const SkeletonData& maze, int looks) {
  ExploreQuery query = From(0);
  query.improve_for = std::chrono::hours(1);
  query.budget = AskedClock::OverAt(looks);
  return Explore(maze, query).walks[0].length_m;
}

TEST(MazeWalks, MoreTimeMakesAShorterWalkUntilTheBudgetEnds) {
  const SkeletonData two_way = MakeMaze(7, 3, 0.8, 1);
  const SkeletonData one_way = OneWayMaze(1, 20);
  for (const SkeletonData* maze : {&two_way, &one_way}) {
    const double short_m = LengthWithin(*maze, 100);
    const double long_m = LengthWithin(*maze, 5000);
    EXPECT_GE(AskedClock::seconds, 5000) << "time was left";
    EXPECT_LT(long_m, short_m);
  }
}

TEST(MazeWalks, AWalkThatIsProvenToBeTheShortestEndsTheSearch) {
  constexpr int kLooks = 100'000;
  const SkeletonData tree = MakeMaze(6, 3, 0, 3);
  LengthWithin(tree, kLooks);
  EXPECT_LT(AskedClock::seconds, kLooks / 10) << "it is as long as its bound";
  const SkeletonData few = MakeSkeleton(6, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {3, 4}, {4, 5}, {5, 1}, {2, 4}});
  LengthWithin(few, kLooks);
  EXPECT_LT(AskedClock::seconds, kLooks / 10) << "few orders are all tried";
}

TEST(MazeWalks, OfMoreKeyPointsThanAWindowOneWayArcsOrNotTheOrderGetsBetter) {
  const SkeletonData maze = OneWayMaze(2, 20, 24);
  ASSERT_GT(maze.key_points.size(), 2000U);
  const double pockets_m = Explore(maze, From(0, WalkOrder::kPocketFirst)).walks[0].length_m;
  EXPECT_LE(Explore(maze, From(0)).walks[0].length_m, 0.97 * pockets_m);
}

TEST(MazeWalks, SeveralWalkersEachGetAShorterWalk) {
  for (const bool is_round : {false, true}) {
    ExploreQuery query = From(0, WalkOrder::kPocketFirst);
    query.walkers = 3;
    query.return_to_start = is_round;
    double sums_m[2] = {};
    for (const WalkOrder order : {WalkOrder::kPocketFirst, WalkOrder::kShortest}) {
      query.order = order;
      for (uint64_t seed = 1; seed <= 6; ++seed) {
        for (const ExploreWalk& walk : Explore(OneWayMaze(seed, 20), query).walks) {
          sums_m[order == WalkOrder::kShortest ? 1 : 0] += walk.length_m;
        }
      }
    }
    EXPECT_LE(sums_m[1], 0.97 * sums_m[0]);
  }
}

}  // namespace
}  // namespace waystone
