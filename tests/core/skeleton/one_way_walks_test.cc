#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "core/skeleton/explore.h"
#include "tests/core/skeleton/skeletons.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;

constexpr WalkOrder kOrders[] = {WalkOrder::kBreadthFirst, WalkOrder::kDepthFirst, WalkOrder::kPocketFirst,
                                 WalkOrder::kShortest};

ExploreAnswer Explore(const SkeletonData& data, const ExploreQuery& query) {
  const SkeletonView skeleton = ViewOf(data);
  ExploreAnswer answer = ExploreSkeleton(skeleton, query);
  ExpectSound(skeleton, query, answer);
  return answer;
}

ExploreQuery From(uint32_t start, WalkOrder order) {
  ExploreQuery query;
  query.start = KeyPointId(start);
  query.order = order;
  return query;
}

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
