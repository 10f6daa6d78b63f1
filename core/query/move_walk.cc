#include "core/query/move_walk.h"

#include <cmath>

#include "core/navmesh/near_walk.h"
#include "core/navmesh/surface_walk.h"

namespace waystone {

StraightWalk WalkStraight(const NavmeshView& mesh, const NavLocation& from, const NavLocation& to,
                          double tolerance_m, SurfaceWorkspace& workspace) {
  const RaycastResult ray = Raycast(mesh, from, to.point.Plane());
  if (ray.reached) {
    const double gap_m = std::abs(ray.end.point.y - to.point.y);
    return {gap_m <= SameFloor_m(mesh, tolerance_m) ? WalkEnd::kReached : WalkEnd::kWrongFloor, ray.end};
  }
  if (CanWalkNear(mesh, from, to, tolerance_m, workspace)) return {WalkEnd::kReached, to};
  return {WalkEnd::kBlocked, ray.end};
}

}  // namespace waystone
