// Labels over the portals of a world: every cheapest path between two portals passes a hub that both know.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/world/portal_graph.h"

namespace waystone {

// Owned: PortalGraph::Labels.
struct PortalLabels {
  std::vector<uint64_t> out_rows;
  std::vector<PortalLabel> out;
  std::vector<uint64_t> in_rows;
  std::vector<PortalLabel> in;
};

// By one pruned search forwards and one backwards for each hub (Akiba, Iwata, Yoshida: Fast exact
// shortest-path distance queries on large networks by pruned landmark labeling, SIGMOD 2013), the hubs in the
// order of how many ways of sampled trees of cheapest ways pass them. What `graph` has as labels is not
// looked at. Deterministic. O(entries * (exits + entries of a label)).
// Nothing if there would be more than `most_entries`, which takes no longer than making so many.
std::optional<PortalLabels> MakePortalLabels(const PortalGraph& graph, WorldMode mode,
                                             uint64_t most_entries = UINT64_MAX);

}  // namespace waystone
