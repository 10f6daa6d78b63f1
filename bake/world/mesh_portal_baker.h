// Portals of maps that are meshes.
#pragma once

#include <optional>
#include <span>

#include "absl/status/statusor.h"
#include "bake/world/portal_walks.h"
#include "core/surface/map_view.h"

namespace waystone {

// The ground of a box nearest to its middle (of each polygon's the nearest in the plane), if there is any;
// the nearest ground to a point, within the default limits of snapping.
std::optional<Vec3> FindGroundIn(const MapView& map, const Aabb& box);
PlacedPoint PlaceMeshPoint(const MapView& map, const Vec3& point);

// [search nodes] That walks from an arrival are searched with: the most that a route may ask for.
inline constexpr uint32_t kMaxBakeExpansions = 100'000'000;

// BakePortals of such a map as one traveller has it. Not from arrivals without ground. ResourceExhausted
// where a search comes to its limit, or as CutMesh::Make: then it names the portals whose triggers overlap.
absl::StatusOr<WalksByMode> BakeMeshPortals(const MapView& map, std::span<const MapExit> exits,
                                            std::span<const PlacedPoint> arrivals,
                                            uint32_t max_expansions = kMaxBakeExpansions);

}  // namespace waystone
