// Reading the stored corridors of a path.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/ids.h"
#include "core/navmesh/hierarchy_search.h"
#include "core/navmesh/hierarchy_view.h"
#include "core/navmesh/navmesh_view.h"
#include "core/navmesh/route_corridor.h"

namespace waystone {

// An arc of a path that is not divided further: a corridor, or a straight line within a polygon.
struct HierarchyLeaf {
  HierarchyStep step;
  // If it is a corridor: its sides as they are stored, and the polygon behind the last one.
  uint32_t first_side = 0;
  uint32_t side_count = 0;
  uint32_t last_poly = 0;
};

// Fills in the corridors of all leaves; their sides go to `sides`, one leaf after the other. False if one
// does not fit the mesh. O(sides).
bool ReadCorridors(const NavmeshView& mesh, const HierarchyView& hierarchy,
                   std::vector<HierarchyLeaf>& leaves, std::vector<EdgeId>& sides);

}  // namespace waystone
