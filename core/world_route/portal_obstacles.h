// Which portals keep a route over maps from its goal.
#pragma once

#include <string>
#include <vector>

#include "core/surface/world_query.h"
#include "core/world/portal_query.h"
#include "core/world/world_view.h"

namespace waystone {

// The walk-in portals that a route sets off if it was planned as though they might be passed, in the order of
// the route. If triggers overlap, the portal listed first wins, and none if the route uses that one there.
// Leaves out a trigger that the route may end in. Empty if the deadline comes first. O(points x exits of
// their maps + portals found x log).
std::vector<PortalId> TriggersOnRoute(const WorldView& world, const WorldRouteAnswer& route,
                                      const Deadline& deadline);

// The portals closed to the query's traveller on a path that uses as few of them as possible, in the order of
// the path; empty if none leads to the goals even with such portals open. A closed portal's ends have no
// ground to walk from or to: every walk counts as possible there. `heads` and `tails` are all that can be
// walked. Empty too if the query's deadline comes first. O(portals x exits of their maps).
std::vector<PortalId> ClosedOnPath(const WorldView& world, const WorldRouteQuery& query,
                                   const std::vector<PortalHead>& heads,
                                   const std::vector<PortalTail>& tails);

// What a path through these portals lacks by the query's limits and requirements: a list with commas. Empty
// if they allow it.
std::string LackOn(const WorldView& world, const WorldRouteQuery& query, const std::vector<PortalId>& path);

// "a", "b" and 3 more.
std::string NamesOf(const WorldView& world, const std::vector<PortalId>& portals);

}  // namespace waystone
