// The packed tree of boxes over polygons in Hilbert order (Kamel and Faloutsos, VLDB 1994).
#pragma once

#include "core/navmesh/navmesh_data.h"

namespace waystone {

// Fills tree_boxes, tree_level_*, and the bounds of `data` from its polygons and vertices. O(n).
void FillBoxTree(NavmeshData& data);

// The tree of a mesh that was made of another one: the first polygons lie within the boxes of the old tree, if
// they lie anywhere, and more come behind them. Fills `boxes` and the header's tree_level_*. O(boxes).
void ExtendBoxTree(const NavmeshArrays& old, NavmeshArrays& mesh, std::vector<NavBox>& boxes);

}  // namespace waystone
