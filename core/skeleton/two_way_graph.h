// The pairs of key points of a strong component that arcs join in both directions, and how often a walk takes
// each.
#pragma once

#include <cstdint>
#include <vector>

#include "core/skeleton/edge_rows.h"
#include "core/skeleton/walk_graph.h"

namespace waystone {

// Nodes are those of the component, in the order of the WalkGraph's. Const once made; any thread.
struct TwoWayGraph {
  struct Edge {
    uint32_t a;
    uint32_t b;
    float length_m;  // mean of both directions
    float gap_m;     // the part that a walk may leave out if it takes the rest there and back from either end
    uint32_t uses;   // by the baked round walk
    uint32_t Other(uint32_t node) const { return node == a ? b : a; }
    // [m] The length in a walk that takes it an even number of times and need not get across.
    double Even() const { return 2 * (static_cast<double>(length_m) - static_cast<double>(gap_m)); }
    // [m] How much less that is than if it is odd; negative if more.
    double FlipCost() const { return Even() - static_cast<double>(length_m); }
  };
  std::vector<WalkNodeId> nodes;  // [node] of the WalkGraph; ascending
  Deadline deadline;              // of the WalkGraph
  std::vector<Edge> edges;
  std::vector<uint32_t> rows;      // [node] first of its edges in `incident`; one more than nodes
  std::vector<uint32_t> incident;  // edges

  uint32_t size() const { return static_cast<uint32_t>(nodes.size()); }
  // The node for one of the WalkGraph. REQUIRES: it is in the component. O(log nodes).
  uint32_t NodeOf(WalkNodeId walk_node) const;
  bool IsConnected() const;
  // Fills rows and incident. O(nodes + edges).
  void IndexEdges() { FillEdgeRows(size(), edges, rows, incident, deadline); }
};

// Makes the graphs of the pairs of a component. O(arcs log arcs) of it.
class TwoWayGraphs {
 public:
  // The graph must outlive it.
  explicit TwoWayGraphs(const WalkGraph& graph);

  TwoWayGraph Make(uint32_t component) const;
  // Drops nodes that lead only to others that are not wanted either; `keep` stays.
  TwoWayGraph MakePruned(uint32_t component, const std::vector<uint8_t>& is_wanted, WalkNodeId keep) const;

 private:
  const WalkGraph& graph_;
  std::vector<uint32_t> rows_;     // [component] first of its nodes
  std::vector<WalkNodeId> nodes_;  // by component, ascending
  std::vector<uint32_t> number_;   // [node] within its component
};

// How often a walk over all nodes takes each edge: once if odd, twice if doubled, else twice except its gap.
// Only at the walk's ends is the number of odd edges odd; doubled edges join the parts that the odd edges
// leave apart.
struct WalkParity {
  std::vector<uint8_t> is_odd;      // [edge]
  std::vector<uint8_t> is_doubled;  // [edge]
  uint32_t start = 0;
  uint32_t end = 0;  // the start again for a round walk
};

// The shortest gap first. O(edges).
std::vector<uint32_t> EdgesByGap(const TwoWayGraph& graph);

// Doubles the edges of the shortest gaps that join the parts left apart by the odd edges (Kruskal). Returns
// the length of the walk [m]. O(edges).
double JoinOddParts(const TwoWayGraph& graph, const std::vector<uint32_t>& by_gap, WalkParity& parity);

// Whether it is a walk over all nodes. O(edges).
bool IsWalk(const TwoWayGraph& graph, const WalkParity& parity);

// Flips paths of the spanning tree that is cheapest to flip, until only the walk's ends (no node if they are
// the same) have an odd number of odd edges. O(edges).
void MendParity(const TwoWayGraph& graph, WalkParity& parity);

// The walk as nodes of the TwoWayGraph, from its start to its end (Hierholzer 1873). O(edges).
std::vector<uint32_t> EulerWalk(const TwoWayGraph& graph, const WalkParity& parity);

}  // namespace waystone
