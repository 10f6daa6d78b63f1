#include "core/skeleton/fork_chains.h"

#include <algorithm>

#include "core/base/deadline_poll.h"

namespace waystone {

std::vector<ForkChain> FindForkChains(const ContractedGraph& graph) {
  std::vector<ForkChain> chains;
  constexpr uint32_t kNodesPerLook = 2048;
  DeadlinePoll poll(graph.deadline, kNodesPerLook);
  std::vector<uint32_t> degree(graph.node_count, 0);
  for (size_t e = 0; e < graph.edges.size(); ++e) {
    if (graph.is_bridge[e] != 0) continue;
    ++degree[graph.edges[e].a];
    ++degree[graph.edges[e].b];
  }
  std::vector<uint8_t> is_done = graph.is_bridge;
  const auto follow = [&](uint32_t from, uint32_t edge) {
    ForkChain chain{from, from, 0, 0};
    for (;;) {
      is_done[edge] = 1;
      chain.length_m += graph.edges[edge].once_m;
      chain.longest_m = std::max(chain.longest_m, graph.edges[edge].longest_m);
      chain.b = graph.Other(edge, chain.b);
      if (degree[chain.b] > 2) break;
      uint32_t next = kNoNode;
      for (uint32_t k = graph.rows[chain.b]; k < graph.rows[chain.b + 1]; ++k) {
        if (is_done[graph.incident[k]] == 0) next = graph.incident[k];
      }
      if (next == kNoNode) break;  // round the ring
      edge = next;
    }
    chains.push_back(chain);
  };
  for (const bool forks_only : {true, false}) {
    for (uint32_t v = 0; v < graph.node_count && !poll.Expired(); ++v) {
      if (forks_only && degree[v] <= 2) continue;
      for (uint32_t k = graph.rows[v]; k < graph.rows[v + 1]; ++k) {
        if (is_done[graph.incident[k]] == 0) follow(v, graph.incident[k]);
      }
    }
  }
  return chains;
}

}  // namespace waystone
