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
    uint32_t uses;   // by the baked round walk
    uint32_t Other(uint32_t node) const { return node == a ? b : a; }
  };
  std::vector<uint32_t> nodes;  // [node] of the WalkGraph; ascending
  std::vector<Edge> edges;
  std::vector<uint32_t> rows;      // [node] first of its edges in `incident`; one more than nodes
  std::vector<uint32_t> incident;  // edges

  uint32_t size() const { return static_cast<uint32_t>(nodes.size()); }
  // The node that stands for one of the WalkGraph, which is in the component. O(log nodes).
  uint32_t NodeOf(uint32_t walk_node) const;
  bool IsConnected() const;
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

// How often a walk over all nodes takes each edge: once where odd, twice where doubled, else never. The odd
// edges leave an odd number at the walk's ends only; what they join, doubled edges hold together.
struct WalkParity {
  std::vector<uint8_t> is_odd;      // [edge]
  std::vector<uint8_t> is_doubled;  // [edge]
  uint32_t start = 0;
  uint32_t end = 0;  // the start again for a round walk
};

// The shortest first. O(edges log edges).
std::vector<uint32_t> EdgesByLength(const TwoWayGraph& graph);

// Doubles the shortest edges that join what the odd ones leave apart (Kruskal).
// Returns the length of the walk [m]. O(edges).
double JoinOddParts(const TwoWayGraph& graph, const std::vector<uint32_t>& by_length, WalkParity& parity);

// Whether it is a walk over all nodes. O(edges).
bool IsWalk(const TwoWayGraph& graph, const WalkParity& parity);

// Flips a path of a spanning tree between nodes until just the walk's ends (none, where they are one) have an
// odd number of odd edges. O(edges).
void MendParity(const TwoWayGraph& graph, WalkParity& parity);

// The walk as nodes of the TwoWayGraph, from its start to its end (Hierholzer 1873). O(edges).
std::vector<uint32_t> EulerWalk(const TwoWayGraph& graph, const WalkParity& parity);

}  // namespace waystone
