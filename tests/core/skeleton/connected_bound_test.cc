// The bound against the shortest walks of all, by dynamic programming over sets of visited nodes (Held and
// Karp 1962), over small graphs of every kind.
#include "core/skeleton/connected_bound.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <tuple>
#include <vector>

#include "core/base/random.h"
#include "core/skeleton/walk_graph.h"
#include "tests/core/skeleton/skeletons.h"
#include "tests/support/asked_clock.h"

namespace waystone {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// [m] The least that `walkers` from the start walk together to visit all nodes that are not known.
class ShortestWalks {
 public:
  ShortestWalks(const WalkGraph& graph, const std::vector<uint8_t>& known) : graph_(graph) {
    const uint32_t n = graph.size();
    distances_.assign(n, std::vector<double>(n, kNever));
    for (uint32_t v = 0; v < n; ++v) {
      distances_[v][v] = 0;
      for (uint32_t i = graph.rows[v]; i < graph.rows[v + 1]; ++i) {
        distances_[v][graph.targets[i].value()] = static_cast<double>(graph.lengths[i]);
      }
      if (known[v] != 0) known_ |= 1U << v;
    }
    for (uint32_t k = 0; k < n; ++k) {
      for (uint32_t a = 0; a < n; ++a) {
        for (uint32_t b = 0; b < n; ++b) {
          distances_[a][b] = std::min(distances_[a][b], distances_[a][k] + distances_[k][b]);
        }
      }
    }
    known_ |= 1U << graph.start.value();
    at_.assign(1U << n, std::vector<double>(n, kNever));
    at_[known_][graph.start.value()] = 0;
    for (uint32_t set = 0; set < 1U << n; ++set) {
      for (uint32_t v = 0; v < n; ++v) {
        for (uint32_t w = 0; w < n && at_[set][v] < kNever; ++w) {
          if ((set >> w & 1U) != 0) continue;
          double& next = at_[set | 1U << w][w];
          next = std::min(next, at_[set][v] + distances_[v][w]);
        }
      }
    }
  }

  double One(bool is_round) const { return Of(All(), is_round); }
  double Two(bool is_round) const {
    double least_m = kNever;
    for (uint32_t set = 0; set <= All(); ++set) {
      least_m = std::min(least_m, Of(set | known_, is_round) + Of((All() & ~set) | known_, is_round));
    }
    return least_m;
  }

 private:
  uint32_t All() const { return (1U << graph_.size()) - 1; }
  double Of(uint32_t set, bool is_round) const {
    double least_m = kNever;
    for (uint32_t v = 0; v < graph_.size(); ++v) {
      least_m = std::min(least_m, at_[set][v] + (is_round ? distances_[v][graph_.start.value()] : 0));
    }
    return least_m;
  }

  const WalkGraph& graph_;
  std::vector<std::vector<double>> distances_;
  uint32_t known_ = 0;
  std::vector<std::vector<double>> at_;  // [set of visited nodes][last of them]
};

struct Kind {
  double one_way_share;
  bool is_uneven;  // arcs there and back differ in length
  double more;     // arcs, as a share of the nodes, than hold the graph together
};

// Nodes that the first leads to.
SkeletonData RandomGraph(Random& random, const Kind& kind) {
  const uint32_t n = 2 + random.NextBelow(7);
  std::vector<TestArc> arcs;
  const auto add = [&](uint32_t a, uint32_t b) {
    const auto length_m = static_cast<float>(1 + random.NextBelow(6));
    arcs.push_back({a, b, length_m});
    if (random.NextUnit() < kind.one_way_share) return;
    arcs.push_back({b, a, kind.is_uneven ? static_cast<float>(1 + random.NextBelow(6)) : length_m});
  };
  for (uint32_t v = 1; v < n; ++v) add(random.NextBelow(v), v);
  for (double k = kind.more * n; k >= 1; --k) {
    const uint32_t a = random.NextBelow(n);
    const uint32_t b = random.NextBelow(n);
    if (a != b) add(a, b);
  }
  std::sort(arcs.begin(), arcs.end(), [](const TestArc& a, const TestArc& b) {
    return std::tie(a.source, a.target) < std::tie(b.source, b.target);
  });
  const auto is_same = [](const TestArc& a, const TestArc& b) {
    return a.source == b.source && a.target == b.target;
  };
  arcs.erase(std::unique(arcs.begin(), arcs.end(), is_same), arcs.end());
  return MakeSkeleton(n, arcs);
}

struct Tally {
  int bounds = 0;
  int exact = 0;
};

void ExpectNoMoreThan(double best_m, const ContractedGraph& links, uint32_t ends, Tally& tally) {
  if (best_m == kNever) return;  // one-way arcs do not allow it
  const double bound_m = ConnectedBound(links, ends, Deadline());
  ASSERT_LE(bound_m, best_m * (1 + 1e-9));
  ++tally.bounds;
  tally.exact += bound_m >= best_m - 1e-3 ? 1 : 0;
}

void TryGraphs(const Kind& kind, uint64_t seed, Tally& round, Tally& open) {
  Random random(seed);
  for (int i = 0; i < 500 && !testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE(i);
    const SkeletonData data = RandomGraph(random, kind);
    const SkeletonView skeleton = ViewOf(data);
    const WalkGraph graph = MakeWalkGraph(skeleton, KeyPointId(random.NextBelow(skeleton.size())), {});
    std::vector<uint8_t> known(graph.size(), 0);
    known[graph.start.value()] = 1;
    for (uint32_t k = random.NextBelow(3); k > 0; --k) known[random.NextBelow(graph.size())] = 1;
    ContractedGraph links = Compress(Contract(graph, known));
    FindBridges(links);
    const ShortestWalks shortest(graph, known);
    ExpectNoMoreThan(shortest.One(true), links, 0, round);
    ExpectNoMoreThan(shortest.Two(true), links, 0, round);
    ExpectNoMoreThan(shortest.One(false), links, 1, open);
    ExpectNoMoreThan(shortest.Two(false), links, 2, open);
  }
}

TEST(ConnectedBound, HoldsForAllWalksWhereArcsLeadBothWays) {
  Tally round;
  Tally open;
  for (const double more : {0.0, 0.5, 1.0, 2.0}) TryGraphs({0, false, more}, 1, round, open);
  EXPECT_EQ(round.bounds, 4'000);
  EXPECT_GT(round.exact, round.bounds / 4) << "a bound that is never reached bounds little";
  EXPECT_GT(open.exact, open.bounds / 20);
}

TEST(ConnectedBound, HoldsForAllWalksOverArcsThatAreLongerOneWay) {
  Tally round;
  Tally open;
  for (const double more : {0.0, 0.5, 1.0, 2.0}) TryGraphs({0, true, more}, 2, round, open);
  EXPECT_EQ(round.bounds, 4'000);
  EXPECT_GT(round.exact, round.bounds / 10);
}

TEST(ConnectedBound, HoldsForAllWalksOverOneWayArcs) {
  Tally round;
  Tally open;
  for (const double share : {0.3, 0.8, 1.0}) {
    for (const double more : {0.5, 1.0, 3.0}) TryGraphs({share, true, more}, 3, round, open);
  }
  EXPECT_GT(round.bounds, 300);
  EXPECT_GT(open.bounds, 1'500);
}

// However little time there is, the bound is one.
TEST(ConnectedBound, HoldsWhereverTimeEnds) {
  Random random(5);
  double cut_m = 0;
  double whole_m = 0;
  for (int i = 0; i < 200; ++i) {
    const SkeletonData data = RandomGraph(random, {0, false, 2.0});
    const SkeletonView skeleton = ViewOf(data);
    const WalkGraph graph = MakeWalkGraph(skeleton, KeyPointId(0), {});
    std::vector<uint8_t> known(graph.size(), 0);
    known[graph.start.value()] = 1;
    ContractedGraph links = Compress(Contract(graph, known));
    FindBridges(links);
    const double best_m = ShortestWalks(graph, known).One(true);
    for (const int asks : {1, 2, 5}) {
      const double bound_m = ConnectedBound(links, 0, AskedClock::OverAt(asks));
      ASSERT_LE(bound_m, best_m * (1 + 1e-9));
      // The sort of the chains looks for itself.
      ASSERT_LE(AskedClock::seconds, asks + 1) << "work went on after the deadline";
      cut_m += asks == 1 ? bound_m : 0;
    }
    whole_m += ConnectedBound(links, 0, Deadline());
  }
  EXPECT_GT(whole_m, 1.02 * cut_m);
}

// Chains of many edges between few forks, walks that end amid them.
TEST(ConnectedBound, HoldsOnRingsWithinRings) {
  Random random(4);
  Tally round;
  Tally open;
  for (int i = 0; i < 500 && !HasFailure(); ++i) {
    SCOPED_TRACE(i);
    const uint32_t forks = 1 + random.NextBelow(3);
    uint32_t count = forks;
    std::vector<TestArc> arcs;
    const auto add_chain = [&](uint32_t a, uint32_t b, uint32_t inner) {
      uint32_t at = a;
      for (; inner > 0; --inner, at = count++) {
        arcs.push_back({at, count, static_cast<float>(1 + random.NextBelow(6))});
      }
      arcs.push_back({at, b, static_cast<float>(1 + random.NextBelow(6))});
    };
    for (uint32_t v = 1; v < forks; ++v) add_chain(random.NextBelow(v), v, 1);
    while (count <= 7) {
      const uint32_t a = random.NextBelow(forks);
      const uint32_t b = random.NextBelow(forks);
      add_chain(a, b, a == b ? 2 : 1 + random.NextBelow(2));
    }
    const SkeletonData data = MakeSkeleton(count, BothWays(arcs));
    const SkeletonView skeleton = ViewOf(data);
    const WalkGraph graph = MakeWalkGraph(skeleton, KeyPointId(random.NextBelow(count)), {});
    std::vector<uint8_t> known(graph.size(), 0);
    known[graph.start.value()] = 1;
    ContractedGraph links = Compress(Contract(graph, known));
    FindBridges(links);
    const ShortestWalks shortest(graph, known);
    ExpectNoMoreThan(shortest.One(true), links, 0, round);
    ExpectNoMoreThan(shortest.One(false), links, 1, open);
    ExpectNoMoreThan(shortest.Two(false), links, 2, open);
  }
  EXPECT_GT(round.exact, round.bounds / 2);
}

}  // namespace
}  // namespace waystone
