// A TwoWayGraph's forks, with the chains between them as single edges.
#pragma once

#include <cstdint>
#include <vector>

#include "core/skeleton/two_way_graph.h"

namespace waystone {

// Const once made; any thread.
struct ForkGraph {
  // The forks and dead ends, and the start; of chains between the same two each is an edge, those that come
  // back to their fork too.
  TwoWayGraph graph;
  // Of the graph it was made of: an edge's chain are chains[rows[e] .. rows[e + 1]), its gap a part of it.
  std::vector<uint32_t> rows;
  std::vector<uint32_t> chains;
  std::vector<uint32_t> gap_first;  // [edge] in `chains`
  std::vector<uint32_t> gap_end;

  // The same walk by the edges of the graph it was made of. O(edges).
  WalkParity Expand(const TwoWayGraph& whole, const WalkParity& parity) const;
};

// A gap is the longest part of a chain that only leads past nodes that are not wanted. `is_wanted`
// [WalkGraph's node]. O(edges). REQUIRES: a connected graph.
ForkGraph MakeForkGraph(const TwoWayGraph& whole, uint32_t start, const std::vector<uint8_t>& is_wanted);

}  // namespace waystone
