// What round walks choose from: chains between forks.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/skeleton/contracted_graph.h"

namespace waystone {

// Edges that are no bridges, one after another, between nodes of three of them or more; a ring without forks
// has none, and begins where it ends.
struct ForkChain {
  uint32_t a;
  uint32_t b;
  double length_m;
  double longest_m;  // edge
  // [m] walked an even number of times, its longest edge never.
  double Even() const { return 2 * (length_m - longest_m); }
  // [m] at most, to walk it an odd number of times instead, or the other way about.
  double Flip() const { return std::abs(length_m - Even()); }
};

// O(edges). REQUIRES: the graph's bridges are found.
std::vector<ForkChain> FindForkChains(const ContractedGraph& graph);

}  // namespace waystone
