// How much room is there around a place before the surface ends?
#pragma once

#include "core/navmesh/navmesh_view.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {

// [m] in the plane from `place` to the nearest border: a side without a neighbour, met by walking straight;
// `limit_m` if none is nearer. Floods over shared sides nearer than the best border so far. The straight line
// to the nearest border crosses no other border, so the flood finds it; other floors and what lies behind
// walls do not count. REQUIRES: `place` lies on its polygon; limit_m >= 0. O(corners of the polygons within
// the limit).
double BorderDistance(const NavmeshView& mesh, const NavLocation& place, double limit_m,
                      SurfaceWorkspace& workspace);

}  // namespace waystone
