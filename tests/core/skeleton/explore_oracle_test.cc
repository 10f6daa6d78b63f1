// Walks over small random skeletons against the shortest of all, by dynamic programming over sets of visited
// key points (Held and Karp 1962) on shortest distances.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "core/base/random.h"
#include "core/skeleton/explore.h"
#include "tests/core/skeleton/skeletons.h"

namespace waystone {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
struct Best {
  uint32_t reachable = 0;
  uint32_t most = 0;  // that one walk visits
  std::vector<double>
      open_m;  // [key points] the shortest walk that visits as many or more, the start's among them
  std::vector<double> closed_m;  // that comes back
};

std::vector<std::vector<double>> AllDistances(const SkeletonView& skeleton) {
  const uint32_t n = skeleton.size();
  std::vector<std::vector<double>> d(n, std::vector<double>(n, kNever));
  for (uint32_t a = 0; a < n; ++a) {
    d[a][a] = 0;
    for (const SkeletonArc& arc : skeleton.ArcsOf(KeyPointId(a))) {
      d[a][arc.target] = std::min(d[a][arc.target], static_cast<double>(arc.length_m));
    }
  }
  for (uint32_t k = 0; k < n; ++k) {
    for (uint32_t a = 0; a < n; ++a) {
      for (uint32_t b = 0; b < n; ++b) d[a][b] = std::min(d[a][b], d[a][k] + d[k][b]);
    }
  }
  return d;
}

// [set of visited key points][last of them] metres.
std::vector<std::vector<double>> ShortestBySet(const SkeletonView& skeleton,
                                               const std::vector<std::vector<double>>& d, uint32_t start,
                                               uint32_t known) {
  const uint32_t n = skeleton.size();
  std::vector<std::vector<double>> at(1U << n, std::vector<double>(n, kNever));
  at[known][start] = 0;
  for (uint32_t mask = 0; mask < 1U << n; ++mask) {
    for (uint32_t v = 0; v < n; ++v) {
      for (uint32_t w = 0; w < n && at[mask][v] < kNever; ++w) {
        if ((mask >> w & 1U) != 0) continue;
        double& next = at[mask | 1U << w][w];
        next = std::min(next, at[mask][v] + d[v][w]);
      }
    }
  }
  return at;
}

Best FindBest(const SkeletonView& skeleton, uint32_t start, uint32_t known) {
  const uint32_t n = skeleton.size();
  const std::vector<std::vector<double>> d = AllDistances(skeleton);
  Best best;
  best.open_m.assign(n + 1, kNever);
  best.closed_m.assign(n + 1, kNever);
  uint32_t can_reach = 0;
  for (uint32_t v = 0; v < n; ++v) can_reach |= d[start][v] < kNever ? 1U << v : 0;
  best.reachable = static_cast<uint32_t>(__builtin_popcount(can_reach));
  known = (known | 1U << start) & can_reach;
  const std::vector<std::vector<double>> at = ShortestBySet(skeleton, d, start, known);
  for (uint32_t mask = 0; mask < 1U << n; ++mask) {
    const auto count = static_cast<uint32_t>(__builtin_popcount(mask));
    for (uint32_t v = 0; v < n; ++v) {
      if (at[mask][v] == kNever) continue;
      best.most = std::max(best.most, count);
      for (uint32_t k = 0; k <= count; ++k) {
        best.open_m[k] = std::min(best.open_m[k], at[mask][v]);
        best.closed_m[k] = std::min(best.closed_m[k], at[mask][v] + d[v][start]);
      }
    }
  }
  return best;
}

SkeletonData RandomSkeleton(Random& random, uint32_t n, double one_way_share) {
  std::vector<TestArc> arcs;
  const auto add = [&](uint32_t a, uint32_t b) {
    const auto length_m = static_cast<float>(1 + random.NextBelow(6));
    const bool is_known = std::any_of(arcs.begin(), arcs.end(), [a, b](const TestArc& arc) {
      return (arc.source == a && arc.target == b) || (arc.source == b && arc.target == a);
    });
    if (a == b || is_known) return;
    arcs.push_back({a, b, length_m});
    if (random.NextUnit() >= one_way_share) arcs.push_back({b, a, length_m});
  };
  for (uint32_t v = 1; v < n; ++v) add(random.NextBelow(v), v);
  for (uint32_t k = random.NextBelow(n); k > 0; --k) add(random.NextBelow(n), random.NextBelow(n));
  return MakeSkeleton(n, arcs);
}

struct Tally {
  int walks[5] = {};
  int best[5] = {};
  double ratio[5] = {};
};

void ExpectAsGoodAsCanBe(const SkeletonData& data, const ExploreQuery& query, Tally& tally) {
  const SkeletonView skeleton = ViewOf(data);
  uint32_t known = 0;
  for (const uint32_t v : query.visited) known |= 1U << v;
  const Best best = FindBest(skeleton, query.start.value(), known);
  const ExploreAnswer answer = ExploreSkeleton(skeleton, query);
  ASSERT_NO_FATAL_FAILURE(ExpectSound(skeleton, query, answer));
  ASSERT_EQ(answer.reachable, best.reachable);
  ASSERT_EQ(answer.unjoinable, best.reachable - best.most);
  const auto count = static_cast<uint32_t>(std::lround(answer.coverage * answer.reachable));
  if (answer.end == ExploreEnd::kStranded) {
    ASSERT_EQ(count, best.most);
  } else {
    ASSERT_EQ(answer.end, ExploreEnd::kCovered);
  }
  const ExploreWalk& walk = answer.walks[0];
  const bool is_round = query.return_to_start && walk.key_points.back() == query.start.value();
  const double best_m = is_round ? best.closed_m[count] : best.open_m[count];
  ASSERT_GE(walk.length_m, best_m - 1e-6) << "the oracle is wrong";
  ASSERT_LE(answer.lower_bound_m, best_m + 1e-6);
  const auto order = static_cast<size_t>(query.order);
  ++tally.walks[order];
  tally.best[order] += walk.length_m <= best_m + 1e-6 ? 1 : 0;
  tally.ratio[order] += best_m > 0 ? walk.length_m / best_m : 1;
}

TEST(ExploreOracle, NoWalkIsShorterThanTheBoundAndTheShortestAreTheShortestOfAll) {
  Random random(11);
  Tally tally;
  for (int round = 0; round < 400; ++round) {
    const SkeletonData data = RandomSkeleton(random, 2 + random.NextBelow(7), 0);
    ExploreQuery query;
    query.start = KeyPointId(random.NextBelow(static_cast<uint32_t>(data.key_points.size())));
    query.return_to_start = random.NextBelow(3) == 0;
    for (const WalkOrder order : kOrders) {
      query.order = order;
      ASSERT_NO_FATAL_FAILURE(ExpectAsGoodAsCanBe(data, query, tally)) << "round " << round;
    }
  }
  RecordProperty("shortest_of_all", tally.best[4]);
  RecordProperty("mean_ratio_in_1e4", static_cast<int>(1e4 * tally.ratio[4] / tally.walks[4]));
  EXPECT_EQ(tally.best[4], tally.walks[4]);
  for (int order = 1; order < 4; ++order) {
    EXPECT_LE(tally.ratio[4], tally.ratio[order]);
    EXPECT_LE(tally.ratio[order] / tally.walks[order], 1.35);
  }
}

TEST(ExploreOracle, OneWayArcsCoverageAndVisitedAreCountedExactly) {
  Random random(12);
  Tally tally;
  std::vector<uint32_t> visited;
  for (int round = 0; round < 600; ++round) {
    const uint32_t n = 2 + random.NextBelow(6);
    const SkeletonData data = RandomSkeleton(random, n, random.NextBelow(2) == 0 ? 0.3 : 0.8);
    ExploreQuery query;
    query.start = KeyPointId(random.NextBelow(n));
    query.return_to_start = random.NextBelow(3) == 0;
    query.coverage = random.NextBelow(2) == 0 ? 1.0 : random.NextUnit();
    visited.clear();
    for (uint32_t k = random.NextBelow(3); k > 0; --k) visited.push_back(random.NextBelow(n));
    query.visited = visited;
    for (const WalkOrder order : kOrders) {
      query.order = order;
      ASSERT_NO_FATAL_FAILURE(ExpectAsGoodAsCanBe(data, query, tally)) << "round " << round;
    }
  }
  RecordProperty("shortest_of_all", tally.best[4]);
  RecordProperty("mean_ratio_in_1e4", static_cast<int>(1e4 * tally.ratio[4] / tally.walks[4]));
  EXPECT_GE(tally.best[4], tally.walks[4] * 90 / 100);
  EXPECT_LE(tally.ratio[4] / tally.walks[4], 1.05);
}

// A ring of arcs that lead one way, so that all can be reached from everywhere, and others across.
SkeletonData RandomOneWayRing(Random& random, uint32_t n) {
  std::vector<TestArc> arcs;
  for (uint32_t v = 0; v < n; ++v)
    arcs.push_back({v, (v + 1) % n, static_cast<float>(1 + random.NextBelow(6))});
  for (uint32_t k = random.NextBelow(3 * n); k > 0; --k) {
    const TestArc arc{random.NextBelow(n), random.NextBelow(n), static_cast<float>(1 + random.NextBelow(6))};
    const bool is_known = std::any_of(arcs.begin(), arcs.end(), [&arc](const TestArc& other) {
      return other.source == arc.source && other.target == arc.target;
    });
    if (arc.source != arc.target && !is_known) arcs.push_back(arc);
  }
  return MakeSkeleton(n, arcs);
}

TEST(ExploreOracle, OverFewKeyPointsTheShortestWalkIsFoundWhicheverWayArcsLead) {
  Random random(16);
  Tally tally;
  std::vector<uint32_t> visited;
  for (int round = 0; round < 300; ++round) {
    const uint32_t n = 3 + random.NextBelow(7);
    const SkeletonData data = RandomOneWayRing(random, n);
    visited.clear();
    for (uint32_t k = random.NextBelow(3); k > 0; --k) visited.push_back(random.NextBelow(n));
    ExploreQuery query;
    query.start = KeyPointId(random.NextBelow(n));
    query.visited = visited;
    query.return_to_start = random.NextBelow(2) == 0;
    ASSERT_NO_FATAL_FAILURE(ExpectAsGoodAsCanBe(data, query, tally)) << "round " << round;
    ASSERT_EQ(tally.best[4], tally.walks[4]) << "round " << round;
  }
}

// The least that two walkers together walk who between them visit all.
double BestOfTwo(const SkeletonView& skeleton, uint32_t start, bool is_round) {
  const uint32_t n = skeleton.size();
  const std::vector<std::vector<double>> d = AllDistances(skeleton);
  const std::vector<std::vector<double>> at = ShortestBySet(skeleton, d, start, 1U << start);
  std::vector<double> alone(1U << n, kNever);
  for (uint32_t mask = 0; mask < 1U << n; ++mask) {
    for (uint32_t v = 0; v < n; ++v)
      alone[mask] = std::min(alone[mask], at[mask][v] + (is_round ? d[v][start] : 0));
  }
  double best = kNever;
  for (uint32_t mask = 0; mask < 1U << n; ++mask) {
    best = std::min(best, alone[mask] + alone[(~mask & ((1U << n) - 1)) | 1U << start]);
  }
  return best;
}

TEST(ExploreOracle, TwoWalkersTogetherWalkNoLessThanTheBound) {
  Random random(13);
  int exact = 0;
  for (int round = 0; round < 500; ++round) {
    const SkeletonData data = RandomSkeleton(random, 2 + random.NextBelow(7), 0);
    const SkeletonView skeleton = ViewOf(data);
    ExploreQuery query;
    query.start = KeyPointId(random.NextBelow(skeleton.size()));
    query.return_to_start = random.NextBelow(2) == 0;
    query.walkers = 2;
    const ExploreAnswer answer = ExploreSkeleton(skeleton, query);
    ASSERT_NO_FATAL_FAILURE(ExpectSound(skeleton, query, answer));
    ASSERT_DOUBLE_EQ(answer.coverage, 1.0);
    const double best_m = BestOfTwo(skeleton, query.start.value(), query.return_to_start);
    ASSERT_LE(answer.lower_bound_m, best_m + 1e-6) << "round " << round;
    exact += answer.lower_bound_m >= best_m - 1e-3 ? 1 : 0;
  }
  EXPECT_GE(exact, 100) << "a bound that is never reached bounds little";
}

TEST(ExploreOracle, TwoWalkersOverOneWayArcsWalkNoLessThanTheBoundAndLittleMoreThanTheBestTwo) {
  Random random(17);
  double ratio = 0;
  constexpr int kRounds = 300;
  for (int round = 0; round < kRounds; ++round) {
    const SkeletonData data = RandomOneWayRing(random, 3 + random.NextBelow(6));
    const SkeletonView skeleton = ViewOf(data);
    ExploreQuery query;
    query.start = KeyPointId(random.NextBelow(skeleton.size()));
    query.return_to_start = random.NextBelow(2) == 0;
    query.walkers = 2;
    const ExploreAnswer answer = ExploreSkeleton(skeleton, query);
    ASSERT_NO_FATAL_FAILURE(ExpectSound(skeleton, query, answer));
    ASSERT_DOUBLE_EQ(answer.coverage, 1.0);
    const double best_m = BestOfTwo(skeleton, query.start.value(), query.return_to_start);
    ASSERT_LE(answer.lower_bound_m, best_m + 1e-6) << "round " << round;
    ratio += (answer.walks[0].length_m + answer.walks[1].length_m) / best_m;
  }
  RecordProperty("mean_ratio_in_1e4", static_cast<int>(1e4 * ratio / kRounds));
  EXPECT_LE(ratio / kRounds, 1.6) << "walks of equal lengths are together longer than the shortest two";
}

// Long chains between few forks, where parity decides.
TEST(ExploreOracle, TheBoundHoldsOnRingsWithinRings) {
  Random random(14);
  int walks = 0;
  int shortest = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<TestArc> arcs;
    const uint32_t forks = 2 + random.NextBelow(2);
    uint32_t count = forks;
    for (uint32_t chain = 2 + random.NextBelow(3); chain > 0; --chain) {
      const uint32_t a = random.NextBelow(forks);
      const uint32_t b = random.NextBelow(forks);
      uint32_t at = a;
      const uint32_t inner = a == b ? 2 : 1 + random.NextBelow(3);
      if (count + inner > 11) break;
      for (uint32_t i = 0; i < inner; ++i) {
        arcs.push_back({at, count, static_cast<float>(1 + random.NextBelow(5))});
        at = count++;
      }
      arcs.push_back({at, b, static_cast<float>(1 + random.NextBelow(5))});
    }
    const SkeletonData data = MakeSkeleton(count, BothWays(arcs));
    const SkeletonView skeleton = ViewOf(data);
    const auto start = random.NextBelow(count);
    const Best best = FindBest(skeleton, start, 1U << start);
    for (const bool is_round : {false, true}) {
      ExploreQuery query;
      query.start = KeyPointId(start);
      query.return_to_start = is_round;
      const ExploreAnswer answer = ExploreSkeleton(skeleton, query);
      ASSERT_NO_FATAL_FAILURE(ExpectSound(skeleton, query, answer));
      ASSERT_EQ(answer.end, ExploreEnd::kCovered);
      const double best_m = is_round ? best.closed_m[best.reachable] : best.open_m[best.reachable];
      ASSERT_LE(answer.lower_bound_m, best_m + 1e-6) << "round " << round;
      ++walks;
      shortest += answer.walks[0].length_m <= best_m + 1e-6 ? 1 : 0;
    }
  }
  EXPECT_EQ(shortest, walks);
}

TEST(ExploreOracle, WalksOfAnyQueryAreSound) {
  Random random(15);
  int ends[5] = {};
  for (int round = 0; round < 1500; ++round) {
    const uint32_t n = 2 + random.NextBelow(30);
    const SkeletonData data =
        RandomSkeleton(random, n, random.NextBelow(3) == 0 ? 0 : 0.4 * random.NextUnit());
    const SkeletonView skeleton = ViewOf(data);
    std::vector<uint32_t> visited(random.NextBelow(4));
    for (uint32_t& v : visited) v = random.NextBelow(n);
    ExploreQuery query;
    query.start = KeyPointId(random.NextBelow(n));
    query.order = kOrders[random.NextBelow(4)];
    query.coverage = random.NextBelow(2) == 0 ? 1.0 : random.NextUnit();
    query.visited = visited;
    query.return_to_start = random.NextBelow(2) == 0;
    if (random.NextBelow(2) == 0) query.max_length_m = random.NextInRange(0, 60);
    const ExploreAnswer alone = ExploreSkeleton(skeleton, query);
    ASSERT_NO_FATAL_FAILURE(ExpectSound(skeleton, query, alone)) << "round " << round;
    ++ends[static_cast<int>(alone.end)];
    query.walkers = 3;
    const ExploreAnswer together = ExploreSkeleton(skeleton, query);
    ASSERT_NO_FATAL_FAILURE(ExpectSound(skeleton, query, together)) << "round " << round;
    if (query.max_length_m > 60) {
      ASSERT_GE(together.coverage, std::min(alone.coverage, query.coverage) - 1e-9);
    }
  }
  EXPECT_GT(ends[static_cast<int>(ExploreEnd::kCovered)], 300);
  EXPECT_GT(ends[static_cast<int>(ExploreEnd::kWalkLimit)], 100);
  EXPECT_GT(ends[static_cast<int>(ExploreEnd::kStranded)], 30);
}

}  // namespace
}  // namespace waystone
