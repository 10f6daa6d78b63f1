// What doors close on one surface.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/ids.h"
#include "core/changed/solid.h"
#include "core/grid/grid_changes.h"
#include "core/map/map_manifest.h"
#include "core/navmesh/link_view.h"

namespace waystone {

// A door of the manifest, map-local. A request that finds it closed closes all of it (RouteChanges).
struct DoorParts {
  std::vector<Solid> solids;
  std::vector<LinkId> links;  // that have the ids of the door's; none if the surface lacks them
  uint64_t areas = 0;         // bit k: ground of area k
  std::vector<CellRect> cells;
};

// One for each door, in their order. O(doors' parts + links, if a door has links).
std::vector<DoorParts> PartsOfDoors(const MapManifest& manifest, const LinkView& links);

}  // namespace waystone
