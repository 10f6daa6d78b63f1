// Portals of maps that are meshes.
#pragma once

#include <optional>
#include <span>

#include "absl/status/statusor.h"
#include "bake/world/portal_baker.h"
#include "core/store/map_view.h"

namespace waystone {

// The ground of a box nearest to its middle (of each polygon's the nearest in the plane), if there is any;
// the nearest ground to a point, within the default limits of snapping.
std::optional<Vec3> FindGroundIn(const MapView& map, const Aabb& box);
PlacedPoint PlaceMeshPoint(const MapView& map, const Vec3& point);

// BakePortals of such a map as one traveller has it. Not from arrivals without ground.
absl::StatusOr<WalksByMode> BakeMeshPortals(const MapView& map, std::span<const MapExit> exits,
                                            std::span<const PlacedPoint> arrivals);

}  // namespace waystone
