// The strong components that one walk should visit.
#pragma once

#include <cstdint>
#include <vector>

#include "core/skeleton/walk_graph.h"

namespace waystone {

struct ComponentPath {
  std::vector<uint32_t> components;  // the start's first; arcs of the condensation lead from each to the next
  uint64_t gain = 0;                 // sum of their weights
};

// The path from the start's component with the greatest sum of weights; among equals one that ends early,
// then that of the lowest components. `weights` [component]. Exact, by the order of the condensation:
// O(arcs).
ComponentPath BestComponentPath(const WalkGraph& graph, const std::vector<uint32_t>& weights);

}  // namespace waystone
