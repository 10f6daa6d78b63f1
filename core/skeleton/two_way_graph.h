// The pairs of key points of a strong component that arcs join both ways, and how often a walk takes each.
#pragma once

#include <cstdint>
#include <vector>

#include "core/skeleton/walk_graph.h"

namespace waystone {

// Nodes are those of the component, in the order of the WalkGraph's. Const once made; any thread.
struct TwoWayGraph {
  struct Edge {
    uint32_t a;
    uint32_t b;
    float length_m;  // mean of both ways
    float gap_m;     // of it, that a walk may leave out if it takes the rest there and back from either end
    uint32_t uses;   // by the baked round walk
    uint32_t Other(uint32_t node) const { return node == a ? b : a; }
    // [m] of a walk that takes it an even number of times, and need not get across.
    double Even() const { return 2 * (static_cast<double>(length_m) - static_cast<double>(gap_m)); }
    // [m] less than that if it is odd; negative if more.
    double FlipCost() const { return Even() - static_cast<double>(length_m); }
  };
  std::vector<uint32_t> nodes;  // [node] of the WalkGraph; ascending
  std::vector<Edge> edges;
  std::vector<uint32_t> rows;      // [node] first of its edges in `incident`; one more than nodes
  std::vector<uint32_t> incident;  // edges

  uint32_t size() const { return static_cast<uint32_t>(nodes.size()); }
  // The node that stands for one of the WalkGraph, which is in the component. O(log nodes).
  uint32_t NodeOf(uint32_t walk_node) const;
  bool IsConnected() const;
  // Fills rows and incident. O(nodes + edges).
  void IndexEdges();
};

// All pairs of a component. O(arcs log arcs) of it.
class TwoWayGraphs {
 public:
  // The graph outlives it.
  explicit TwoWayGraphs(const WalkGraph& graph);

  TwoWayGraph Make(uint32_t component) const;
  // Without nodes that only lead to others that are not wanted either; `keep` stays.
  TwoWayGraph MakePruned(uint32_t component, const std::vector<uint8_t>& is_wanted, uint32_t keep) const;

 private:
  const WalkGraph& graph_;
  std::vector<uint32_t> rows_;    // [component] first of its nodes
  std::vector<uint32_t> nodes_;   // by component, ascending
  std::vector<uint32_t> number_;  // [node] within its component
};

// How often a walk over all nodes takes each edge: once if odd, twice if doubled, else twice but for its gap.
// The odd edges leave an odd number at the walk's ends only; what they leave apart, doubled edges hold
// together.
struct WalkParity {
  std::vector<uint8_t> is_odd;      // [edge]
  std::vector<uint8_t> is_doubled;  // [edge]
  uint32_t start = 0;
  uint32_t end = 0;  // the start again for a round walk
};

// The shortest gap first. O(edges).
std::vector<uint32_t> EdgesByGap(const TwoWayGraph& graph);

// Doubles the edges of the shortest gaps that join what the odd ones leave apart (Kruskal).
// Returns the length of the walk [m]. O(edges).
double JoinOddParts(const TwoWayGraph& graph, const std::vector<uint32_t>& by_gap, WalkParity& parity);

// Whether it is a walk over all nodes. O(edges).
bool IsWalk(const TwoWayGraph& graph, const WalkParity& parity);

// Flips paths of the spanning tree that is cheapest to flip between nodes until just the walk's ends (none if
// they are one) have an odd number of odd edges. O(edges).
void MendParity(const TwoWayGraph& graph, WalkParity& parity);

// The walk as nodes of the TwoWayGraph, from its start to its end (Hierholzer 1873). O(edges).
std::vector<uint32_t> EulerWalk(const TwoWayGraph& graph, const WalkParity& parity);

}  // namespace waystone
