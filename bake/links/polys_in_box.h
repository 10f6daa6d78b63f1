// Polygons near a place, by the navmesh's tree of boxes.
#pragma once

#include <vector>

#include "core/geom/aabb.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// The polygons of all leaves of the tree whose boxes overlap `box`, ascending: every polygon that reaches
// into it, and some beside. O(log polygons + those found).
void PolysInBox(const NavmeshView& mesh, const Aabb& box, std::vector<PolyId>& polys);

}  // namespace waystone
