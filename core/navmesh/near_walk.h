// Walking from place to place near the straight line.
#pragma once

#include <vector>

#include "core/navmesh/navmesh_view.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {

// Visits the polygons that a walk from `start` reaches over sides within `stray_m` (in the plane) of the
// straight line from it to `to`. Afterwards the workspace's stack holds them, nearest in steps first.
// `entered`, if given, gets the half-edge through which each was entered; none for the first. O(polygons near
// the line).
void VisitNear(const NavmeshView& mesh, const NavLocation& start, Vec2 to, double stray_m,
               SurfaceWorkspace& workspace, std::vector<EdgeId>* entered = nullptr);

// Whether a walk from `start` to `goal` exists that never strays further than `stray_m` (in the plane) from
// the straight line between them. Floods through the sides that come that near. Within a convex polygon such
// a walk is straight from side to side, so it stays within. O(polygons near the line); no search.
bool CanWalkNear(const NavmeshView& mesh, const NavLocation& start, const NavLocation& goal, double stray_m,
                 SurfaceWorkspace& workspace);

}  // namespace waystone
