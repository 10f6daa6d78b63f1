// Lengths of walks over mazes, as shares of the proven bound.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/skeleton/explore.h"
#include "tests/core/skeleton/skeletons.h"

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

}  // namespace
}  // namespace waystone
