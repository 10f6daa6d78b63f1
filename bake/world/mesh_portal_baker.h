// Portals of maps whose surface is made of polygons: meshes, and waypoints.
#pragma once

#include <span>

#include "bake/world/portal_baker.h"
#include "core/store/map_view.h"

namespace waystone {

// The ground of a box nearest to its middle; the nearest ground to a point, within the default limits of
// snapping.
PlacedTrigger PlaceMeshTrigger(const MapView& map, const Aabb& box);
PlacedPoint PlaceMeshPoint(const MapView& map, const Vec3& point);

// BakePortals of such a map. Both modes have the same walks: triggers that teleport are not served there.
BakedPortals BakeMeshPortals(const MapView& map, std::span<const MapExit> exits,
                             std::span<const PlacedPoint> arrivals);

}  // namespace waystone
