// What doors close on one surface.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/ids.h"
#include "core/changed/solid.h"
#include "core/grid/grid_changes.h"
#include "core/map/map_manifest.h"
#include "core/navmesh/link_view.h"

namespace waystone {

struct SurfaceFields;

// A door of the manifest, map-local. A request that finds it closed closes all of it (RouteChanges).
struct DoorParts {
  std::vector<Solid> solids;  // on grids none: what they block is among `cells`
  std::vector<LinkId> links;  // that have the ids of the door's; none if the surface lacks them
  uint64_t areas = 0;         // bit k: ground of area k
  std::vector<CellRect> cells;
};

// One for each door, in their order, for an agent on a surface that has these fields. ResourceExhausted if its volumes
// block more than a million rectangles of cells in all. O(doors' parts + links, if a door has links).
absl::StatusOr<std::vector<DoorParts>> PartsOfDoors(const MapManifest& manifest, const AgentProfile& agent,
                                                    const LinkView& links, const SurfaceFields& fields);

}  // namespace waystone
