// Paths through portals by means that are slow and obvious.
#pragma once

#include <cstdint>
#include <vector>

#include "core/world/portal_graph.h"
#include "core/world/portal_query.h"

namespace waystone {

// Walking from the arrival of one portal to another and using that; infinite where no path leads.
double SlowStepCost(const PortalGraph& graph, WorldMode mode, PortalId from, PortalId to);

// What a path costs from the cheapest head of its first portal to the arrival of its last, with penalties, by
// walking it; infinite where it cannot be walked or the limits do not allow it.
double SlowCostToArrival(const PortalGraph& graph, const PortalQuery& query,
                         const std::vector<PortalId>& portals);

// [m] The least cost of any way, and the first tail with a way of that cost: by trying all ways that use no
// portal twice.
struct SlowPortalPath {
  double cost_m = 0;  // infinite: none
  size_t tail = 0;
};
SlowPortalPath TryAllPortalPaths(const PortalGraph& graph, const PortalQuery& query);

// From the arrival of every portal to that of every other, in rows: Floyd's and Warshall's algorithm over the
// portals that are not closed (empty: all). O(portals^3).
std::vector<double> CostsBetweenPortals(const PortalGraph& graph, WorldMode mode,
                                        const std::vector<bool>& is_closed);

}  // namespace waystone
