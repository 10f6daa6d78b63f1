// Which portals keep a route over maps from its goal.
#pragma once

#include <string>
#include <vector>

#include "core/surface/world_query.h"
#include "core/world/portal_query.h"
#include "core/world/world_view.h"

namespace waystone {

// The walk-in portals that a route sets off on its way if it was planned as though they might be passed, in
// the order in which it comes to them. At a place in several triggers that is the one listed first, and none
// if the route uses that one there. Not that of a trigger that the route may end in. Empty if the deadline
// comes first. O(points x exits of their maps + portals found x log).
std::vector<PortalId> TriggersOnRoute(const WorldView& world, const WorldRouteAnswer& route,
                                      const Deadline& deadline);

// The portals closed to the query's traveller on a path that uses as few of those as possible, in the order
// of the path; empty if none leads to the goals even if such portals were open. Where a closed portal begins
// or ends there is no ground to walk from or to: every walk counts as possible there. `heads` and `tails` are
// all that can be walked. Empty too if the query's deadline comes first. O(portals x exits of their maps).
std::vector<PortalId> ClosedOnPath(const WorldView& world, const WorldRouteQuery& query,
                                   const std::vector<PortalHead>& heads,
                                   const std::vector<PortalTail>& tails);

// What the limits and requirements of a query do not allow of a path through these portals: a list with
// commas. Empty if they allow it.
std::string LackOn(const WorldView& world, const WorldRouteQuery& query, const std::vector<PortalId>& path);

// "a", "b" and 3 more.
std::string NamesOf(const WorldView& world, const std::vector<PortalId>& portals);

}  // namespace waystone
