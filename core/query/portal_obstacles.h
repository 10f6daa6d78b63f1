// Which portals keep a route over maps from its goal.
#pragma once

#include <string>
#include <vector>

#include "core/query/world_query.h"
#include "core/world/world_view.h"

namespace waystone {

// The walk-in portals whose triggers a route that may pass them comes into and does not use, in the order in
// which it comes to them; behind the others those whose triggers it is in from the start of a map on.
// O(points x exits of their maps).
std::vector<PortalId> TriggersOnRoute(const WorldView& world, const WorldRouteAnswer& route);

// The portals closed to the query's traveller on a path that uses as few of those as possible, in the order
// of the path; empty if none leads to the goals even if such portals were open. Where a closed portal begins
// or ends there is no ground to walk from or to: every walk counts as possible there. `heads` and `tails` are
// all that can be walked. O(portals x exits of their maps).
std::vector<PortalId> ClosedOnPath(const WorldView& world, const WorldRouteQuery& query,
                                   const std::vector<PortalHead>& heads,
                                   const std::vector<PortalTail>& tails);

// "a", "b" and 3 more.
std::string NamesOf(const WorldView& world, const std::vector<PortalId>& portals);

}  // namespace waystone
