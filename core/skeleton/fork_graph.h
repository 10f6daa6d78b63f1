// A TwoWayGraph's forks, with the chains between them as single edges.
#pragma once

#include <cstdint>
#include <vector>

#include "core/skeleton/two_way_graph.h"

namespace waystone {

// Const once made; any thread.
struct ForkGraph {
  // Nodes are the forks, the dead ends and the start. Every chain is an edge, even between the same two nodes
  // or from a fork back to itself.
  TwoWayGraph graph;
  // The chain of an edge: chains[rows[e] .. rows[e + 1]), edges of the original graph; its gap is a part of
  // it.
  std::vector<uint32_t> rows;
  std::vector<uint32_t> chains;
  std::vector<uint32_t> gap_first;  // [edge] in `chains`
  std::vector<uint32_t> gap_end;

  // The same walk by the edges of the original graph. O(edges).
  WalkParity Expand(const TwoWayGraph& whole, const WalkParity& parity) const;
};

// A gap is the longest part of a chain that passes only nodes that are not wanted. `is_wanted` [WalkGraph's
// node]. O(edges). REQUIRES: a connected graph.
ForkGraph MakeForkGraph(const TwoWayGraph& whole, uint32_t start, const std::vector<uint8_t>& is_wanted);

}  // namespace waystone
