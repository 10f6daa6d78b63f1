// The least amount of a limited resource that a path still needs behind a portal.
#pragma once

#include <cstdint>
#include <vector>

#include "core/graph/best_first.h"
#include "core/world/path_limits.h"
#include "core/world/portal_graph.h"
#include "core/world/portal_query.h"

namespace waystone {

enum class LimitedNeed : uint8_t { kMoney = 1, kUses = 2 };

// Ignores the cost of the path and its other needs. Keeps its memory from query to query. One thread.
class LeastNeeds {
 public:
  // By Dijkstra's algorithm from the tails backwards over the portals that are open: O(portals + walks).
  void Prepare(const PortalGraph& graph, const PortalQuery& query, const PathLimits& limits,
               LimitedNeed need);
  // From the arrival of the portal to that of any tail; counts the tail's portal but not the first. Infinite
  // if there is no path.
  double From(uint32_t portal) const { return least_[portal]; }

 private:
  void ListMaps(const PortalGraph& graph);

  std::vector<double> least_;
  std::vector<uint32_t> from_map_;  // by portal: the map whose exit it is
  std::vector<uint32_t> to_rows_;   // by map, and one more
  std::vector<uint32_t> portals_to_;
  OpenNodes<double> open_;
};

}  // namespace waystone
