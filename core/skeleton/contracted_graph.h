// A WalkGraph without directions, in which all nodes that need no visit are merged: lower bounds are proven
// on it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/skeleton/walk_graph.h"

namespace waystone {

// Node 0 stands for all nodes that need no visit, including the start. Connected. Const once made; any
// thread.
struct ContractedGraph {
  // One edge of the graph or, if compressed, several consecutive ones.
  struct Edge {
    uint32_t a;
    uint32_t b;
    double once_m;     // length in the cheaper direction
    double again_m;    // of a second crossing: in the other direction, if there is one
    double longest_m;  // the longest single edge, in the cheaper direction
  };
  uint32_t node_count = 0;
  Deadline deadline;               // of the walk graph
  std::vector<Edge> edges;         // parallel ones if nodes were merged; loops if compressed
  std::vector<uint32_t> rows;      // [node] first of its edges in `incident`; one more than nodes
  std::vector<uint32_t> incident;  // edges
  // Filled by FindBridges, with a depth-first tree from node 0:
  std::vector<uint32_t> order;        // nodes in the order of entry
  std::vector<uint32_t> parent;       // [node]
  std::vector<uint32_t> parent_edge;  // [node]
  std::vector<uint8_t> is_bridge;     // [edge] removing it would disconnect the graph

  uint32_t Other(uint32_t edge, uint32_t node) const {
    return edges[edge].a == node ? edges[edge].b : edges[edge].a;
  }
};

// `known` [node]: 1 if no visit is needed. O(arcs).
ContractedGraph Contract(const WalkGraph& graph, const std::vector<uint8_t>& known);

// Removes nodes with exactly two edges, except node 0. O(edges).
ContractedGraph Compress(const ContractedGraph& graph);

// O(edges).
void FindBridges(ContractedGraph& graph);

}  // namespace waystone
