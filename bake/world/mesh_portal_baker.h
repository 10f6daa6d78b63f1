// Portals of maps whose surface is made of polygons: meshes, and waypoints.
#pragma once

#include <span>

#include "absl/status/statusor.h"
#include "bake/world/portal_baker.h"
#include "core/store/map_view.h"

namespace waystone {

// The ground of a box nearest to its middle; the nearest ground to a point, within the default limits of
// snapping.
PlacedTrigger PlaceMeshTrigger(const MapView& map, const Aabb& box);
PlacedPoint PlaceMeshPoint(const MapView& map, const Vec3& point);

// BakePortals of such a map. Over waypoints ways end at the anchors of triggers, in both modes alike.
absl::StatusOr<BakedPortals> BakeMeshPortals(const MapView& map, std::span<const MapExit> exits,
                                             std::span<const PlacedPoint> arrivals);

}  // namespace waystone
