// Bringing positions into the free voxels of a volume.
#pragma once

#include "core/surface/map_view.h"
#include "core/surface/snap.h"

namespace waystone {

// How far around a position is looked, in voxels: farther limits count as this.
inline constexpr int32_t kMaxVoxelsAround = 256;

// The nearest free place within the limits; a position in a free voxel stays where it is. `position` is
// map-local. REQUIRES (all): the map is a volume. O((limit / voxel)^2).
SnapResult SnapToVolume(const MapView& map, const Vec3& position, const SnapOptions& options);

// Each by itself, or all into one part (SnapTogether).
SnappedStops SnapStopsToVolume(const MapView& map, const RouteStops<Vec3>& positions,
                               const SnapOptions& options, bool mutually, const Deadline& deadline);

// The place of a part nearest to a position, however far; none if there is no such part.
std::optional<NavLocation> NearestOfPart(const MapView& map, const Vec3& position, PolyId part);

}  // namespace waystone
