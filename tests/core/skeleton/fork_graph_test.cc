#include "core/skeleton/fork_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "tests/core/skeleton/two_way_graphs.h"

namespace waystone {
namespace {

struct Case {
  TwoWayGraph whole;
  uint32_t start;
  std::vector<uint8_t> is_wanted;  // [WalkGraph's node]

  bool IsFork(uint32_t v) const { return v == start || whole.rows[v + 1] - whole.rows[v] != 2; }
  bool IsWanted(uint32_t v) const { return is_wanted[whole.nodes[v].value()] != 0; }
};

std::vector<uint8_t> RandomWanted(const TwoWayGraph& graph, double share, Random& random) {
  std::vector<uint8_t> is_wanted(size_t{2} * graph.size(), 1);
  for (const WalkNodeId node : graph.nodes) is_wanted[node.value()] = random.NextUnit() < share ? 1 : 0;
  return is_wanted;
}

float LengthOf(const TwoWayGraph& graph, std::vector<uint32_t>::const_iterator first,
               std::vector<uint32_t>::const_iterator end) {
  return std::accumulate(first, end, 0.0F,
                         [&](float sum_m, uint32_t edge) { return sum_m + graph.edges[edge].length_m; });
}

// The chain leads from fork to fork over nodes that are none, is as long as the edge, and its gap is the
// longest of all parts without a wanted node within.
void ExpectChain(const Case& c, const ForkGraph& forks, uint32_t edge) {
  const TwoWayGraph::Edge& chain = forks.graph.edges[edge];
  const auto first = forks.chains.begin() + forks.rows[edge];
  const auto end = forks.chains.begin() + forks.rows[edge + 1];
  const auto count = static_cast<size_t>(end - first);
  ASSERT_GT(count, 0U);
  std::vector<uint32_t> nodes = {c.whole.NodeOf(forks.graph.nodes[chain.a])};
  for (auto at = first; at != end; ++at) {
    const TwoWayGraph::Edge& piece = c.whole.edges[*at];
    ASSERT_TRUE(piece.a == nodes.back() || piece.b == nodes.back());
    ASSERT_TRUE(at == first || !c.IsFork(nodes.back()));
    nodes.push_back(piece.Other(nodes.back()));
  }
  ASSERT_EQ(nodes.back(), c.whole.NodeOf(forks.graph.nodes[chain.b]));
  ASSERT_EQ(chain.length_m, LengthOf(c.whole, first, end));
  float longest_m = 0;
  for (size_t i = 0; i < count; ++i) {
    for (size_t k = i + 1; k <= count && (k == i + 1 || !c.IsWanted(nodes[k - 1])); ++k) {
      longest_m = std::max(longest_m, LengthOf(c.whole, first + static_cast<std::ptrdiff_t>(i),
                                               first + static_cast<std::ptrdiff_t>(k)));
    }
  }
  ASSERT_EQ(chain.gap_m, longest_m);
  const uint32_t gap_first = forks.gap_first[edge];
  const uint32_t gap_end = forks.gap_end[edge];
  ASSERT_LE(forks.rows[edge], gap_first);
  ASSERT_LE(gap_end, forks.rows[edge + 1]);
  ASSERT_EQ(LengthOf(c.whole, forks.chains.begin() + gap_first, forks.chains.begin() + gap_end), longest_m);
  for (uint32_t k = gap_first + 1; k < gap_end; ++k) ASSERT_FALSE(c.IsWanted(nodes[k - forks.rows[edge]]));
}

void ExpectForks(const Case& c, const ForkGraph& forks) {
  std::vector<WalkNodeId> expected;
  for (uint32_t v = 0; v < c.whole.size(); ++v) {
    if (c.IsFork(v)) expected.push_back(c.whole.nodes[v]);
  }
  ASSERT_EQ(forks.graph.nodes, expected);
  ASSERT_EQ(forks.rows.size(), forks.graph.edges.size() + 1);
  ASSERT_EQ(forks.gap_first.size(), forks.graph.edges.size());
  ASSERT_EQ(forks.gap_end.size(), forks.graph.edges.size());
  std::vector<uint32_t> edges = forks.chains;
  std::sort(edges.begin(), edges.end());
  ASSERT_EQ(edges.size(), c.whole.edges.size());
  for (uint32_t e = 0; e < edges.size(); ++e) ASSERT_EQ(edges[e], e);
  for (uint32_t e = 0; e < forks.graph.edges.size(); ++e) ASSERT_NO_FATAL_FAILURE(ExpectChain(c, forks, e));
}

// A walk over the forks is one over the whole graph that is as long, and comes to all that is wanted.
void ExpectSameWalk(const Case& c, const ForkGraph& forks, Random& random) {
  const uint32_t start = forks.graph.NodeOf(c.whole.nodes[c.start]);
  const WalkParity parity = RandomParity(forks.graph, start, random.NextBelow(forks.graph.size()), random);
  ASSERT_TRUE(IsWalk(forks.graph, parity));
  const WalkParity expanded = forks.Expand(c.whole, parity);
  ASSERT_EQ(expanded.start, c.start);
  ASSERT_EQ(c.whole.nodes[expanded.end], forks.graph.nodes[parity.end]);
  ASSERT_NEAR(LengthOf(c.whole, expanded), LengthOf(forks.graph, parity), 1e-4);
  const std::vector<uint32_t> walk = EulerWalk(c.whole, expanded);
  ASSERT_EQ(walk.front(), expanded.start);
  ASSERT_EQ(walk.back(), expanded.end);
  for (uint32_t v = 0; v < c.whole.size(); ++v) {
    ASSERT_TRUE(!c.IsWanted(v) || std::find(walk.begin(), walk.end(), v) != walk.end());
  }
  double length_m = 0;
  for (size_t i = 1; i < walk.size(); ++i) {
    const auto edge = std::find_if(c.whole.edges.begin(), c.whole.edges.end(), [&](const auto& of) {
      return (of.a == walk[i] && of.b == walk[i - 1]) || (of.b == walk[i] && of.a == walk[i - 1]);
    });
    ASSERT_NE(edge, c.whole.edges.end());
    length_m += static_cast<double>(edge->length_m);
  }
  ASSERT_NEAR(length_m, LengthOf(forks.graph, parity), 1e-4);
}

void ExpectContract(const Case& c, Random& random) {
  const ForkGraph forks = MakeForkGraph(c.whole, c.start, c.is_wanted);
  ASSERT_NO_FATAL_FAILURE(ExpectForks(c, forks));
  ASSERT_NO_FATAL_FAILURE(ExpectSameWalk(c, forks, random));
}

TEST(ForkGraph, HoldsItsContractOnAllConnectedGraphsOfFourNodes) {
  Random random(1);
  const std::pair<uint32_t, uint32_t> all[] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
  int graphs = 0;
  for (uint32_t chosen = 0; chosen < 64; ++chosen) {
    std::vector<std::pair<uint32_t, uint32_t>> pairs;
    for (uint32_t k = 0; k < 6; ++k) {
      if ((chosen >> k & 1) != 0) pairs.push_back(all[k]);
    }
    Case c{PairsGraph(4, pairs, random), 0, std::vector<uint8_t>(8, 0)};
    if (!c.whole.IsConnected()) continue;
    ++graphs;
    for (c.start = 0; c.start < 4; ++c.start) {
      for (uint32_t wanted = 0; wanted < 16; ++wanted) {
        for (uint32_t v = 0; v < 4; ++v) c.is_wanted[2 * v] = wanted >> v & 1;
        ASSERT_NO_FATAL_FAILURE(ExpectContract(c, random)) << chosen << " " << c.start << " " << wanted;
      }
    }
  }
  EXPECT_EQ(graphs, 38);
}

TEST(ForkGraph, HoldsItsContractOnLongChainsAndLoops) {
  Random random(2);
  for (int round = 0; round < 3000; ++round) {
    const uint32_t nodes = 1 + random.NextBelow(40);
    Case c{
        RandomPairsGraph(nodes, random.NextBelow(6), random.NextUnit(), random), random.NextBelow(nodes), {}};
    c.is_wanted = RandomWanted(c.whole, random.NextUnit(), random);
    ASSERT_NO_FATAL_FAILURE(ExpectContract(c, random)) << round;
  }
}

}  // namespace
}  // namespace waystone
