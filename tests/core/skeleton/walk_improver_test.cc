#include "core/skeleton/walk_improver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/core/skeleton/skeletons.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kRounding_m = 1e-4;  // of floats

using Distances = std::vector<std::vector<double>>;

// By Floyd's algorithm.
Distances AllDistances(const WalkGraph& graph) {
  const uint32_t n = graph.size();
  Distances distances(n, std::vector<double>(n, kInfinite));
  for (uint32_t v = 0; v < n; ++v) {
    distances[v][v] = 0;
    for (uint32_t k = graph.rows[v]; k < graph.rows[v + 1]; ++k) {
      double& known_m = distances[v][graph.targets[k].value()];
      known_m = std::min(known_m, static_cast<double>(graph.lengths[k]));
    }
  }
  for (uint32_t via = 0; via < n; ++via) {
    for (uint32_t a = 0; a < n; ++a) {
      for (uint32_t b = 0; b < n; ++b) {
        distances[a][b] = std::min(distances[a][b], distances[a][via] + distances[via][b]);
      }
    }
  }
  return distances;
}

// Infinite if it is no walk.
double LengthOf(const WalkGraph& graph, const std::vector<WalkNodeId>& nodes) {
  double length_m = 0;
  for (size_t i = 1; i < nodes.size(); ++i) {
    const uint32_t arc = graph.ArcBetween(nodes[i - 1], nodes[i]);
    length_m += arc == kNoNode ? kInfinite : static_cast<double>(graph.lengths[arc]);
  }
  return length_m;
}

// The shortest path to `target`, appended.
void AppendPath(const WalkGraph& graph, const Distances& distances, WalkNodeId target,
                std::vector<WalkNodeId>& nodes) {
  while (nodes.back() != target) {
    const WalkNodeId at = nodes.back();
    uint32_t best = graph.FirstArc(at);
    const auto over_m = [&](uint32_t arc) {
      return static_cast<double>(graph.lengths[arc]) + distances[graph.targets[arc].value()][target.value()];
    };
    for (uint32_t k = graph.FirstArc(at); k < graph.EndArc(at); ++k) {
      if (over_m(k) < over_m(best)) best = k;
    }
    nodes.push_back(graph.targets[best]);
  }
}

struct Case {
  WalkGraph graph;
  Distances distances;
  std::vector<uint8_t> is_wanted;
  std::vector<WalkNodeId> nodes;  // the walk
  bool is_round;

  // Wanted nodes that the walk visits, besides its start.
  std::vector<WalkNodeId> Stops() const {
    std::vector<WalkNodeId> stops;
    for (const WalkNodeId v : nodes) {
      const bool is_new = v != nodes.front() && std::find(stops.begin(), stops.end(), v) == stops.end();
      if (is_new && is_wanted[v.value()] != 0) stops.push_back(v);
    }
    return stops;
  }
  bool IsOneComponent() const {
    const std::vector<WalkNodeId> stops = Stops();
    return std::all_of(stops.begin(), stops.end(),
                       [&](WalkNodeId v) { return graph.ComponentOf(v) == graph.ComponentOf(stops[0]); });
  }
  double From(WalkNodeId from, WalkNodeId to) const { return distances[from.value()][to.value()]; }
  // [m] from the walk's end to its start; 0 if that does not count.
  double PathBack(WalkNodeId end) const {
    const double back_m = From(end, nodes.front());
    return is_round && std::isfinite(back_m) ? back_m : 0;
  }
  double Length(const std::vector<WalkNodeId>& walk) const {
    return LengthOf(graph, walk) + PathBack(walk.back());
  }
};

// A walk to wanted nodes in random order, as long as any can be reached, with detours or without.
Case RandomCase(uint32_t size, const std::vector<TestArc>& arcs, double wanted_share, bool has_detours,
                Random& random) {
  const SkeletonData data = MakeSkeleton(size, arcs);
  Case c{MakeWalkGraph(ViewOf(data), KeyPointId(random.NextBelow(size)), {}),
         {},
         {},
         {},
         random.NextBelow(2) == 0};
  c.distances = AllDistances(c.graph);
  c.nodes = {c.graph.start};
  std::vector<WalkNodeId> left;
  for (WalkNodeId v(0); v.value() < c.graph.size(); ++v) {
    c.is_wanted.push_back(random.NextUnit() < wanted_share ? 1 : 0);
    if (c.is_wanted.back() != 0 && v != c.graph.start) left.push_back(v);
  }
  while (!left.empty()) {
    std::swap(left[random.NextBelow(static_cast<uint32_t>(left.size()))], left.back());
    const WalkNodeId aim = left.back();
    left.pop_back();
    const bool is_visited = std::find(c.nodes.begin(), c.nodes.end(), aim) != c.nodes.end();
    if (std::isinf(c.From(c.nodes.back(), aim)) || (is_visited && !has_detours)) continue;
    const WalkNodeId via(random.NextBelow(c.graph.size()));
    const bool is_on_the_path = std::isfinite(c.From(c.nodes.back(), via) + c.From(via, aim));
    if (has_detours && is_on_the_path) AppendPath(c.graph, c.distances, via, c.nodes);
    AppendPath(c.graph, c.distances, aim, c.nodes);
  }
  return c;
}

std::vector<TestArc> RandomArcs(uint32_t size, uint32_t count, bool is_two_way, Random& random) {
  std::vector<TestArc> arcs;
  for (uint32_t i = 0; i < count && size > 1; ++i) {
    const uint32_t a = random.NextBelow(size);
    const uint32_t b = random.NextBelow(size);
    const bool is_there = std::any_of(arcs.begin(), arcs.end(), [&](const TestArc& arc) {
      return (arc.source == a && arc.target == b) || (arc.source == b && arc.target == a);
    });
    if (a != b && !is_there) arcs.push_back({a, b, static_cast<float>(random.NextInRange(1, 9))});
  }
  return is_two_way ? BothWays(arcs) : arcs;
}

std::vector<WalkNodeId> Improve(const Case& c) {
  Pacer pacer{Deadline()};
  return ImproveWalk(c.graph, c.nodes, c.is_wanted, {.is_round = c.is_round}, pacer);
}

// Over all orders of the stops.
double ShortestOfAll(const Case& c) {
  std::vector<WalkNodeId> stops = c.Stops();
  std::sort(stops.begin(), stops.end());
  double shortest_m = kInfinite;
  do {
    double length_m = 0;
    WalkNodeId at = c.nodes.front();
    for (const WalkNodeId stop : stops) {
      length_m += c.From(at, stop);
      at = stop;
    }
    shortest_m = std::min(shortest_m, length_m + c.PathBack(at));
  } while (std::next_permutation(stops.begin(), stops.end()));
  return shortest_m;
}

// A walk from the same start to all that the old one visits, and no longer. Returns it.
std::vector<WalkNodeId> ExpectNoLonger(const Case& c) {
  std::vector<WalkNodeId> better = Improve(c);
  EXPECT_EQ(better.front(), c.nodes.front());
  EXPECT_LE(c.Length(better), c.Length(c.nodes) + kRounding_m);
  for (const WalkNodeId stop : c.Stops()) {
    EXPECT_NE(std::find(better.begin(), better.end(), stop), better.end()) << stop.value();
  }
  return better;
}

TEST(WalkImprover, NeverMakesAWalkLongerAndVisitsTheSame) {
  Random random(1);
  int shorter = 0;
  for (int round = 0; round < 300 && !testing::Test::HasFailure(); ++round) {
    const uint32_t size = 1 + random.NextBelow(60);
    const std::vector<TestArc> arcs =
        RandomArcs(size, random.NextBelow(4 * size), random.NextBelow(2) == 0, random);
    const Case c = RandomCase(size, arcs, random.NextInRange(0.2, 1), round % 2 == 0, random);
    shorter += c.Length(ExpectNoLonger(c)) < c.Length(c.nodes) - kRounding_m ? 1 : 0;
  }
  EXPECT_GT(shorter, 100);
}

TEST(WalkImprover, FindsTheBestOrderOfFewStops) {
  Random random(2);
  int compared = 0;
  for (int round = 0; round < 1500 && !testing::Test::HasFailure(); ++round) {
    const uint32_t size = 3 + random.NextBelow(12);
    const std::vector<TestArc> arcs = RandomArcs(size, 4 * size, round % 2 == 0, random);
    const Case c = RandomCase(size, arcs, random.NextInRange(0.2, 0.5), false, random);
    if (c.Stops().size() < 2 || c.Stops().size() > 6 || !c.IsOneComponent()) continue;
    ++compared;
    EXPECT_NEAR(c.Length(ExpectNoLonger(c)), ShortestOfAll(c), kRounding_m);
  }
  EXPECT_GT(compared, 500);
}

TEST(WalkImprover, FindsTheBestOrderOnAllDigraphsOfFourNodes) {
  Random random(3);
  int compared = 0;
  for (uint32_t chosen = 0; chosen < 4096 && !testing::Test::HasFailure(); ++chosen) {
    std::vector<TestArc> arcs;
    for (uint32_t k = 0; k < 12; ++k) {
      const uint32_t a = k / 3;
      const uint32_t b = k % 3 < a ? k % 3 : k % 3 + 1;
      if ((chosen >> k & 1) != 0) arcs.push_back({a, b, static_cast<float>(1 + random.NextBelow(9))});
    }
    const Case c = RandomCase(4, arcs, 1, false, random);
    const double length_m = c.Length(ExpectNoLonger(c));
    if (c.Stops().size() < 2 || !c.IsOneComponent()) continue;
    ++compared;
    EXPECT_NEAR(length_m, ShortestOfAll(c), kRounding_m) << chosen;
  }
  EXPECT_GT(compared, 1000);
}

}  // namespace
}  // namespace waystone
