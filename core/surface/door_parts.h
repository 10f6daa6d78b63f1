// What doors close on one surface.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/ids.h"
#include "core/changed/solid.h"
#include "core/grid/grid_changes.h"

namespace waystone {

// A door of the manifest, map-local. A request that finds it closed closes all of it (RouteChanges).
struct DoorParts {
  std::vector<Solid> solids;  // on grids none: what they block is among `cells`
  std::vector<LinkId> links;  // that have the ids of the door's; none if the surface lacks them
  uint64_t areas = 0;         // bit k: ground of area k
  std::vector<CellRect> cells;
};

}  // namespace waystone
