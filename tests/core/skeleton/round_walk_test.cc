#include "core/skeleton/round_walk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <vector>

#include "core/skeleton/explore.h"
#include "tests/core/skeleton/skeletons.h"

namespace waystone {
namespace {

double LengthOfUses(const SkeletonData& data) {
  double sum_m = 0;
  for (const SkeletonArc& arc : data.arcs) sum_m += arc.uses * static_cast<double>(arc.length_m);
  return sum_m;
}

TEST(RoundWalk, BalancesAndIsAsLongAsTheWalkThatIsMadeOfIt) {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    SkeletonData maze = MakeMaze(8, 3, 0.1 * static_cast<double>(seed), seed);
    BakeRoundWalk(maze, 6);
    const SkeletonView skeleton = ViewOf(maze);  // refuses what does not balance
    ExploreQuery query;
    query.start = KeyPointId(9);
    query.return_to_start = true;
    const ExploreAnswer answer = ExploreSkeleton(skeleton, query);
    ExpectSound(skeleton, query, answer);
    EXPECT_GT(LengthOfUses(maze), 0);
    EXPECT_LE(answer.walks[0].length_m, LengthOfUses(maze) + 1e-6);
    EXPECT_GE(answer.walks[0].length_m, LengthOfUses(maze) * 0.98) << "the bake could have found more";
  }
}

TEST(RoundWalk, OfMoreForksThanABlockIsNearItsBoundAfterTwoPasses) {
  SkeletonData maze = MakeMaze(60, 3, 0.9, 1);
  BakeRoundWalk(maze, 2);
  const SkeletonView skeleton = ViewOf(maze);
  ExploreQuery query;
  query.start = KeyPointId(0);
  query.order = WalkOrder::kDepthFirst;
  query.return_to_start = true;
  EXPECT_LE(LengthOfUses(maze), 1.06 * ExploreSkeleton(skeleton, query).lower_bound_m);
}

TEST(RoundWalk, ATreeIsWalkedThereAndBackAndARingOnce) {
  SkeletonData tree = MakeSkeleton(4, BothWays({{0, 1}, {1, 2}, {1, 3}}));
  BakeRoundWalk(tree, 2);
  for (const SkeletonArc& arc : tree.arcs) EXPECT_EQ(arc.uses, 1);
  SkeletonData ring = MakeSkeleton(4, BothWays({{0, 1}, {1, 2}, {2, 3}, {3, 0}}));
  BakeRoundWalk(ring, 2);
  EXPECT_DOUBLE_EQ(LengthOfUses(ring), 4);
}

TEST(RoundWalk, ALongArcOfARingIsLeftOut) {
  SkeletonData ring = MakeSkeleton(4, BothWays({{0, 1}, {1, 2}, {2, 3}, {3, 0, 7}}));
  BakeRoundWalk(ring, 2);
  EXPECT_DOUBLE_EQ(LengthOfUses(ring), 6);
}

TEST(RoundWalk, StaysWithinStrongComponentsAndLeavesOneWayOnesOut) {
  std::vector<TestArc> arcs = BothWays({{0, 1}, {1, 2}});
  for (const TestArc& arc : {TestArc{2, 3}, TestArc{3, 4}, TestArc{4, 5}, TestArc{5, 3}}) arcs.push_back(arc);
  SkeletonData data = MakeSkeleton(6, arcs);
  BakeRoundWalk(data, 2);
  EXPECT_DOUBLE_EQ(LengthOfUses(data), 4) << "0 1 2 1 0; not 3 4 5, which only one-way arcs join";
}

TEST(RoundWalk, AnEmptySkeletonHasNone) {
  SkeletonData none = MakeSkeleton(0, {});
  BakeRoundWalk(none, 2);
  EXPECT_TRUE(none.arcs.empty());
}

TEST(RoundWalk, IsUsedWhereTheQueryMayVisitCloseOrStartAnything) {
  SkeletonData maze = MakeMaze(7, 3, 0.4, 9);
  for (SkeletonArc& arc : maze.arcs) {
    if (arc.length_m > 1.3F) {
      arc.link = 2;
      arc.kind = SkeletonArcKind::kLink;
    }
  }
  std::vector<uint32_t> visited(20);
  std::iota(visited.begin(), visited.end(), 5U);
  SkeletonData baked = maze;
  BakeRoundWalk(baked, 6);
  for (const uint32_t start : {0U, 17U, 60U}) {
    ExploreQuery query;
    query.start = KeyPointId(start);
    query.visited = visited;
    query.changes = WithoutLinks(baked, {2});
    const SkeletonView view = ViewOf(baked);
    const ExploreAnswer answer = ExploreSkeleton(view, query);
    ExpectSound(view, query, answer);
    EXPECT_EQ(answer.end, ExploreEnd::kCovered);
    EXPECT_LE(answer.walks[0].length_m, 1.05 * ExploreSkeleton(ViewOf(maze), query).walks[0].length_m);
  }
}

TEST(RoundWalk, IsWalkedEvenWhenNoTimeIsLeftToLook) {
  SkeletonData maze = MakeMaze(8, 4, 0.3, 5);
  BakeRoundWalk(maze, 2);
  const SkeletonView skeleton = ViewOf(maze);
  ExploreQuery query;
  query.start = KeyPointId(3);
  query.budget = Deadline::After(std::chrono::seconds(-1));
  const ExploreAnswer answer = ExploreSkeleton(skeleton, query);
  ExpectSound(skeleton, query, answer);
  EXPECT_EQ(answer.end, ExploreEnd::kCovered);
  EXPECT_LE(answer.walks[0].length_m, 1.2 * answer.lower_bound_m);
}

}  // namespace
}  // namespace waystone
