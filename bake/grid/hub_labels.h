// Hub labels over the corners of a grid.
#pragma once

#include <cstdint>
#include <vector>

#include "bake/grid/corner_graph.h"
#include "bake/grid/pruned_search.h"

namespace waystone {

struct HubLabelLimits {
  uint64_t max_entries = 0;
  uint64_t max_steps = 0;  // of the searches (PrunedSearch::steps)
};

struct HubLabels {
  std::vector<std::vector<HubEntry>> of_corner;  // ascending by hub
  uint64_t entry_count = 0;
  bool has_long_path = false;  // one too long for an entry: the labels are of no use
  bool has_too_many = false;   // more than max_entries: the same
  bool is_too_slow = false;    // more than max_steps: the same
};

// Hubs are ordered by how many shortest paths they lie on, estimated by sampled trees of shortest paths from
// which those with a hub are removed (Delling, Goldberg, Pajor, Werneck: Robust distance queries on massive
// networks, ESA 2014). Labels come from one pruned search for each hub (Akiba, Iwata, Yoshida: Fast exact
// shortest-path distance queries on large networks, SIGMOD 2013). The same graph gives the same labels.
// O(entries * (sights + hubs) of a corner), and ends soon after either limit.
HubLabels MakeHubLabels(const CornerGraph& graph, const HubLabelLimits& limits);

}  // namespace waystone
