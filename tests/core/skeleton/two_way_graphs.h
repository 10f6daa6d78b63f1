// Graphs of pairs for tests.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/skeleton/two_way_graph.h"

namespace waystone {

// Every other node of a WalkGraph. Each pair is an edge of 1-9 m, all of which is gap.
inline TwoWayGraph PairsGraph(uint32_t nodes, const std::vector<std::pair<uint32_t, uint32_t>>& pairs,
                              Random& random) {
  TwoWayGraph graph;
  for (uint32_t v = 0; v < nodes; ++v) graph.nodes.emplace_back(2 * v);
  for (const auto& [a, b] : pairs) {
    const auto length_m = static_cast<float>(1 + random.NextBelow(9));
    graph.edges.push_back({a, b, length_m, length_m, 0});
  }
  graph.IndexEdges();
  return graph;
}

// A random tree, of long chains if `chain_share` is near 1, and as many more pairs as there is room for, at
// most `more`. REQUIRES: nodes > 0.
inline TwoWayGraph RandomPairsGraph(uint32_t nodes, uint32_t more, double chain_share, Random& random) {
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  std::vector<bool> is_pair(size_t{nodes} * nodes);
  const auto add = [&](uint32_t a, uint32_t b) {
    if (a == b || is_pair[size_t{a} * nodes + b]) return;
    is_pair[size_t{a} * nodes + b] = is_pair[size_t{b} * nodes + a] = true;
    pairs.emplace_back(a, b);
  };
  for (uint32_t v = 1; v < nodes; ++v) add(random.NextUnit() < chain_share ? v - 1 : random.NextBelow(v), v);
  for (uint32_t i = 0; i < more; ++i) add(random.NextBelow(nodes), random.NextBelow(nodes));
  return PairsGraph(nodes, pairs, random);
}

// A walk over all nodes that takes random edges an odd number of times.
inline WalkParity RandomParity(const TwoWayGraph& graph, uint32_t start, uint32_t end, Random& random) {
  WalkParity parity;
  parity.start = start;
  parity.end = end;
  for (size_t e = 0; e < graph.edges.size(); ++e) {
    parity.is_odd.push_back(static_cast<uint8_t>(random.NextBelow(2)));
  }
  MendParity(graph, parity);
  JoinOddParts(graph, EdgesByGap(graph), parity);
  return parity;
}

// [m] What the walk takes of each edge, added up.
inline double LengthOf(const TwoWayGraph& graph, const WalkParity& parity) {
  double sum_m = 0;
  for (size_t e = 0; e < graph.edges.size(); ++e) {
    const auto length_m = static_cast<double>(graph.edges[e].length_m);
    if (parity.is_odd[e] != 0) {
      sum_m += length_m;
    } else {
      const auto gap_m = static_cast<double>(graph.edges[e].gap_m);
      sum_m += 2 * (parity.is_doubled[e] != 0 ? length_m : length_m - gap_m);
    }
  }
  return sum_m;
}

}  // namespace waystone
