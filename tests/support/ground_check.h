// Holds a line over the ground against the polygons that it is said to cross: slow and obvious.
#pragma once

#include <span>
#include <string>

#include "core/base/ids.h"
#include "core/geom/vec.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// What is wrong with the line `points` of a walk over `turns` that leaves polygons through `crossed`; empty
// if nothing is. The line begins and ends with the walk. It goes ahead on each leg: its length in the plane
// is that of the turns. No point is the same as the one before. Places all along it, a hundredth of a metre
// apart or as many as 200 a piece, are within `tolerance_m` above or below the ground of some polygon of the
// corridor there; those between two points in the same place of the plane need not be, but the two points
// need.
std::string GroundLineFault(const NavmeshView& mesh, std::span<const NavLocation> turns,
                            std::span<const EdgeId> crossed, std::span<const Vec3> points,
                            double tolerance_m);

}  // namespace waystone
