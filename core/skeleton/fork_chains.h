// Chains between forks, of which round walks are made.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/skeleton/contracted_graph.h"

namespace waystone {

// Consecutive edges that are no bridges, between nodes with three such edges or more. A ring without forks is
// one chain that begins where it ends.
struct ForkChain {
  uint32_t a;
  uint32_t b;
  double length_m;
  double longest_m;  // its longest edge
  // [m] walked an even number of times, its longest edge never.
  double Even() const { return 2 * (length_m - longest_m); }
  // [m] upper bound of the cost of walking it an odd number of times instead of an even one, or vice versa.
  double Flip() const { return std::abs(length_m - Even()); }
};

// O(edges). REQUIRES: the graph's bridges are found.
std::vector<ForkChain> FindForkChains(const ContractedGraph& graph);

}  // namespace waystone
