// The packed tree of boxes over polygons in Hilbert order (Kamel and Faloutsos, VLDB 1994).
#pragma once

#include "core/navmesh/navmesh_data.h"

namespace waystone {

// Fills tree_boxes, tree_level_*, and the bounds of `data` from its polygons and vertices. O(n).
void FillBoxTree(NavmeshData& data);

}  // namespace waystone
