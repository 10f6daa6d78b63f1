// Walking from place to place near the straight line.
#pragma once

#include <vector>

#include "core/navmesh/navmesh_view.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {

// Visits the polygons to which one can walk from `start` over sides that come within `stray_m` of the
// straight line from it to `to`, in the plane: afterwards the workspace's stack holds them, nearest in steps
// first. `entered`, if given, gets for each the half-edge of another that it was entered through; none for
// the first. O(polygons near the line).
void VisitNear(const NavmeshView& mesh, const NavLocation& start, Vec2 to, double stray_m,
               SurfaceWorkspace& workspace, std::vector<EdgeId>* entered = nullptr);

// Whether one can walk from `start` to `goal` without ever straying further than `stray_m` from the straight
// line between them, in the plane. A flood through the sides that come that near: from side to side within a
// convex polygon such a walk is straight, so it stays within. O(polygons near the line); no search.
bool CanWalkNear(const NavmeshView& mesh, const NavLocation& start, const NavLocation& goal, double stray_m,
                 SurfaceWorkspace& workspace);

}  // namespace waystone
