// A WalkGraph without directions, what needs no visit drawn together: what bounds of walks are proven on.
#pragma once

#include <cstdint>
#include <vector>

#include "core/skeleton/walk_graph.h"

namespace waystone {

// Node 0 is all that needs no visit, the start among it. Connected. Const once made; any thread.
struct ContractedGraph {
  // Of one or, where compressed, several edges of the graph one after another.
  struct Edge {
    uint32_t a;
    uint32_t b;
    double once_m;     // length, the cheaper way
    double again_m;    // when walked for the second time: then the other way, if there is one
    double longest_m;  // the longest single edge, the cheaper way
  };
  uint32_t node_count = 0;
  std::vector<Edge> edges;         // parallel ones where nodes were drawn together; loops where compressed
  std::vector<uint32_t> rows;      // [node] first of its edges in `incident`; one more than nodes
  std::vector<uint32_t> incident;  // edges
  // By FindBridges, with a depth-first tree from node 0:
  std::vector<uint32_t> order;        // nodes as entered
  std::vector<uint32_t> parent;       // [node]
  std::vector<uint32_t> parent_edge;  // [node]
  std::vector<uint8_t> is_bridge;     // [edge] its loss would part the graph

  uint32_t Other(uint32_t edge, uint32_t node) const {
    return edges[edge].a == node ? edges[edge].b : edges[edge].a;
  }
};

// `known` [node] 1 where no visit is needed. O(arcs).
ContractedGraph Contract(const WalkGraph& graph, const std::vector<uint8_t>& known);

// Without the nodes of two edges, but for node 0. O(edges).
ContractedGraph Compress(const ContractedGraph& graph);

// O(edges).
void FindBridges(ContractedGraph& graph);

}  // namespace waystone
