// What the areas of a map cost in one request.
#pragma once

#include "core/navmesh/ground_costs.h"
#include "core/surface/map_view.h"
#include "core/surface/route_changes.h"

namespace waystone {

// What ground, and ways through water and air, cost with the changes. O(areas of the map).
GroundCosts GroundCostsOf(const MapView& map, const RouteChanges& changes);

}  // namespace waystone
