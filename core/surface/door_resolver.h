// From the doors of a manifest to what they close on one surface.
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "core/map/map_manifest.h"
#include "core/navmesh/link_view.h"
#include "core/surface/door_parts.h"
#include "core/surface/search_surface.h"

namespace waystone {

// One for each door, in their order, for an agent on a surface that has these fields. ResourceExhausted if its volumes
// block more than a million rectangles of cells in all. O(doors' parts + links, if a door has links).
absl::StatusOr<std::vector<DoorParts>> PartsOfDoors(const MapManifest& manifest, const AgentProfile& agent,
                                                    const LinkView& links, const SurfaceFields& fields);

}  // namespace waystone
