// Zones: which nodes of a directed surface graph belong together (S1.2-S1.4), and the graph of what leads to
// what.
//
//   const ZoneLabels labels = LabelZones(graph, {});
//   labels.ZoneOf(poly)  // kIsolatedZone, ZoneId(1) = the main zone, 2 ... by size
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/deadline_poll.h"
#include "core/graph/csr_graph.h"
#include "core/zones/zone_format.h"

namespace waystone {

// How zones are ranked. Config fields carry [range, default].
struct ZoneOptions {
  // [>= 1, 1] The largest weak components by node count are kept; all others are isolated (the seed's N).
  uint32_t main_weak_count = 1;
  // [>= 1, 1] Zones 1 .. this are main (the seed's M).
  uint32_t main_zone_count = 1;
  // Nodes where players enter. If any are given, their weak components are kept instead of the largest ones,
  // and their strong components rank first, in the order given: the largest walkable component is often the
  // sealed outside of a level.
  std::span<const uint32_t> spawns = {};
  // [node] Ids of the source; ties go to the lowest. Empty: nodes use their own ids, as do nodes with the
  // same source id.
  std::span<const uint32_t> source_ids = {};
};

// The labels of one graph (one agent profile and ability set). Immutable; any thread.
struct ZoneLabels {
  uint32_t main_zone_count = 1;
  uint32_t weak_count = 0;
  uint32_t isolated_node_count = 0;
  std::vector<uint32_t> component;        // [node] -> strong component
  std::vector<ZoneComponent> components;  // in topological order: arcs of `dag` lead to higher numbers
  CsrGraph dag;                           // the condensation

  ZoneId ZoneOf(uint32_t node) const { return components[component[node]].zone; }
};

// Labels every node. Ranks: by node count, ties to the component with the lowest id. Deterministic.
// O(nodes + arcs + components log components).
// Empty if `poll` is late.
ZoneLabels LabelZones(const CsrView& graph, const ZoneOptions& options, DeadlinePoll* poll = nullptr);

}  // namespace waystone
