#include "core/skeleton/parity_region.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/graph/union_find.h"
#include "tests/core/skeleton/two_way_graphs.h"

namespace waystone {
namespace {

constexpr double kTiny_m = 1e-3;  // walks may get longer by 1e-6 m with each try

struct Case {
  TwoWayGraph graph;
  WalkParity parity;
  std::vector<double> end_costs_m;  // [node] empty: a round walk

  bool IsRound() const { return end_costs_m.empty(); }
  double EndCost(uint32_t node) const { return IsRound() ? 0 : end_costs_m[node]; }
};

Case RandomCase(uint32_t nodes, uint32_t more, bool is_round, Random& random) {
  Case c;
  c.graph = RandomPairsGraph(nodes, more, 0.3, random);
  // Forks' edges may be left out only in part.
  for (TwoWayGraph::Edge& edge : c.graph.edges) {
    edge.gap_m = 0.5F * static_cast<float>(1 + random.NextBelow(2 * static_cast<uint32_t>(edge.length_m)));
  }
  const uint32_t start = random.NextBelow(nodes);
  c.parity = RandomParity(c.graph, start, is_round ? start : random.NextBelow(nodes), random);
  for (uint32_t v = 0; !is_round && v < nodes; ++v) c.end_costs_m.push_back(random.NextBelow(6));
  return c;
}

// Improves the walk among these nodes; the rest of it stays. Returns by how much.
double ImproveAmong(Case& c, const std::vector<uint32_t>& nodes, bool is_plain, uint32_t tries,
                    ParityRegion& region, Random& random) {
  std::vector<uint32_t> number(c.graph.size(), kNoNode);
  for (uint32_t i = 0; i < nodes.size(); ++i) number[nodes[i]] = i;
  const auto is_inside = [&](const TwoWayGraph::Edge& edge) {
    return number[edge.a] != kNoNode && number[edge.b] != kNoNode;
  };
  UnionFind outside(c.graph.size());
  for (uint32_t e = 0; e < c.graph.edges.size(); ++e) {
    const TwoWayGraph::Edge& edge = c.graph.edges[e];
    const bool is_taken = c.parity.is_odd[e] != 0 || c.parity.is_doubled[e] != 0;
    if (is_taken && !is_inside(edge)) outside.Join(edge.a, edge.b);
  }
  region.Clear();
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    uint32_t part = i;
    for (uint32_t k = i; k-- > 0;) {
      if (outside.AreJoined(nodes[k], nodes[i])) part = k;
    }
    EXPECT_EQ(region.AddNode(part, c.EndCost(nodes[i])), i);
    if (!c.IsRound() && nodes[i] == c.parity.end) region.SetEnd(i);
  }
  for (uint32_t e = 0; e < c.graph.edges.size(); ++e) {
    const TwoWayGraph::Edge& edge = c.graph.edges[e];
    if (is_inside(edge)) region.AddEdge(e, number[edge.a], number[edge.b], edge, c.parity.is_odd[e] != 0);
  }
  Pacer pacer{Deadline()};
  const double gain_m = region.Improve(is_plain, tries, random, pacer);
  if (const uint32_t end = region.Store(c.parity); end != kNoNode) c.parity.end = nodes[end];
  return gain_m;
}

double LengthOf(const Case& c) { return LengthOf(c.graph, c.parity) + c.EndCost(c.parity.end); }

// Of all walks: every set of odd edges, joined as cheaply as can be.
double ShortestOfAll(const Case& c) {
  const std::vector<uint32_t> by_gap = EdgesByGap(c.graph);
  double shortest_m = std::numeric_limits<double>::infinity();
  for (uint32_t chosen = 0; chosen < 1U << c.graph.edges.size(); ++chosen) {
    WalkParity parity = c.parity;
    for (uint32_t e = 0; e < c.graph.edges.size(); ++e) parity.is_odd[e] = chosen >> e & 1;
    for (parity.end = 0; parity.end < c.graph.size(); ++parity.end) {
      if (c.IsRound() && parity.end != parity.start) continue;
      const double length_m = JoinOddParts(c.graph, by_gap, parity) + c.EndCost(parity.end);
      if (IsWalk(c.graph, parity)) shortest_m = std::min(shortest_m, length_m);
    }
  }
  return shortest_m;
}

std::vector<uint32_t> AllNodes(const TwoWayGraph& graph) {
  std::vector<uint32_t> nodes(graph.size());
  std::iota(nodes.begin(), nodes.end(), 0U);
  return nodes;
}

TEST(ParityRegion, MakesWalksShorterByWhatItSays) {
  Random random(1);
  ParityRegion region;
  int shorter = 0;
  for (int round = 0; round < 2000; ++round) {
    const uint32_t size = 1 + random.NextBelow(30);
    Case c = RandomCase(size, random.NextBelow(30), round % 2 == 0, random);
    std::vector<uint32_t> nodes = AllNodes(c.graph);
    for (uint32_t i = 0; i < size; ++i) std::swap(nodes[i], nodes[i + random.NextBelow(size - i)]);
    nodes.resize(1 + random.NextBelow(size));  // the whole graph, or a part of it
    const double before_m = LengthOf(c);
    ASSERT_TRUE(IsWalk(c.graph, c.parity));
    const double gain_m = ImproveAmong(c, nodes, round % 3 == 0, 50, region, random);
    ASSERT_TRUE(IsWalk(c.graph, c.parity));
    ASSERT_GT(gain_m, -kTiny_m);
    ASSERT_NEAR(before_m - LengthOf(c), gain_m, kTiny_m);
    shorter += gain_m > kTiny_m ? 1 : 0;
  }
  EXPECT_GT(shorter, 500);
}

TEST(ParityRegion, FindsTheShortestOfMostSmallWalks) {
  Random random(2);
  ParityRegion region;
  int shortest = 0;
  constexpr int kRounds = 300;
  for (int round = 0; round < kRounds; ++round) {
    Case c = RandomCase(2 + random.NextBelow(4), random.NextBelow(5), round % 2 == 0, random);
    ASSERT_LE(c.graph.edges.size(), 9U);
    const double least_m = ShortestOfAll(c);
    ImproveAmong(c, AllNodes(c.graph), true, 0, region, random);
    ImproveAmong(c, AllNodes(c.graph), false, 200, region, random);
    ASSERT_GT(LengthOf(c), least_m - kTiny_m);
    shortest += LengthOf(c) < least_m + kTiny_m ? 1 : 0;
  }
  EXPECT_GT(shortest, kRounds * 9 / 10);
}

}  // namespace
}  // namespace waystone
