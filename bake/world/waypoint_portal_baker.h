// Portals of maps of waypoints.
#pragma once

#include <optional>
#include <span>

#include "bake/world/portal_walks.h"
#include "core/surface/map_view.h"

namespace waystone {

// The place in a box nearest to its middle, on links that are walked or on the ground of nodes, if there is
// any; the place nearest to a point, within the default limits of snapping.
std::optional<Vec3> FindWaypointGroundIn(const MapView& map, const Aabb& box);
PlacedPoint PlaceWaypointPoint(const MapView& map, const Vec3& point);

// BakePortals of such a map as one traveller has it. Not from arrivals without ground.
WalksByMode BakeWaypointPortals(const MapView& map, std::span<const MapExit> exits,
                                std::span<const PlacedPoint> arrivals);

}  // namespace waystone
