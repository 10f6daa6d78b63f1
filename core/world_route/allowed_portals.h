// Which portals of a world a query may use.
#pragma once

#include <vector>

#include "core/surface/world_query.h"
#include "core/world/portal_query.h"
#include "core/world/world_view.h"

namespace waystone {

// The query's limits; portals whose requirement is not met, and those from and to missing maps (by map; empty: none),
// count as closed.
PortalLimits AllowedPortals(const WorldView& world, const WorldRouteQuery& query,
                            const std::vector<bool>& missing);
// The same as though all maps were there.
PortalLimits LimitsOfWholeWorld(const WorldRouteQuery& query);
// Whether limits forbid anything.
inline bool IsLimited(const PortalLimits& limits) {
  return limits.is_limited || !limits.is_closed.empty() || !limits.used_groups.empty();
}
// Whether the portal is marked: lists by portal may be shorter than there are portals.
inline bool IsMarked(const std::vector<bool>& portals, PortalId portal) {
  return portal.value() < portals.size() && portals[portal.value()];
}
// Closes portals besides those that are closed.
void CloseMore(const std::vector<bool>& more, std::vector<bool>& is_closed);

}  // namespace waystone
