#include "core/world_route/allowed_portals.h"

#include <algorithm>

namespace waystone {

void CloseMore(const std::vector<bool>& more, std::vector<bool>& is_closed) {
  is_closed.resize(std::max(is_closed.size(), more.size()), false);
  for (size_t i = 0; i < more.size(); ++i) is_closed[i] = is_closed[i] || more[i];
}

PortalLimits LimitsOfWholeWorld(const WorldRouteQuery& query) {
  PortalLimits limits = query.limits;
  CloseMore(query.is_unmet, limits.is_closed);
  return limits;
}

PortalLimits AllowedPortals(const WorldView& world, const WorldRouteQuery& query,
                            const std::vector<bool>& missing) {
  PortalLimits limits = LimitsOfWholeWorld(query);
  if (missing.empty()) return limits;
  limits.is_closed.resize(world.portals().size(), false);
  for (size_t i = 0; i < limits.is_closed.size(); ++i) {
    const WorldPortal& portal = world.portals()[i];
    if (missing[portal.from_map.value()] || missing[portal.to_map.value()]) limits.is_closed[i] = true;
  }
  return limits;
}

}  // namespace waystone
