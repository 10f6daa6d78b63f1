// Weak and strong components of a directed graph.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/deadline_poll.h"
#include "core/graph/csr_graph.h"

namespace waystone {

// A partition of the nodes. Components are numbered from 0 by their lowest node: component 0 holds node 0.
struct Components {
  uint32_t count = 0;
  std::vector<uint32_t> of_node;  // [node] -> component

  // Nodes per component. O(nodes).
  std::vector<uint32_t> Sizes() const;
};

// Connected if the directions of arcs are ignored (S1.2). Near-linear.
Components WeakComponents(const CsrView& graph);

// Mutually reachable (S1.3). No recursion: depth is bounded by memory only, 17 bytes a node at worst.
// O(nodes + arcs).
Components StrongComponents(const CsrView& graph);

// One node per component; parallel arcs and arcs within a component dropped; rows sorted. Acyclic over strong
// components. O(arcs log arcs).
CsrGraph Condense(const CsrView& graph, const Components& components);

// Both partitions of one graph.
struct WeakAndStrong {
  Components weak;
  Components strong;
  CsrGraph dag;  // the strong components, condensed
};

// The same as WeakComponents, StrongComponents and Condense, but faster if most arcs go both ways, as on
// navmeshes and grids: nodes joined by opposite arcs are merged first, and only the arcs between the merged
// sets are searched. Arcs between sets look for their opposites in their targets' rows, so rows should be
// short. O(nodes + arcs x row length).
// Empty if `poll` is late.
WeakAndStrong FindComponents(const CsrView& graph, DeadlinePoll* poll = nullptr);

}  // namespace waystone
