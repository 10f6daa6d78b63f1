// Whether an agent can have walked straight from a place to another.
#pragma once

#include <cstdint>

#include "core/navmesh/navmesh_view.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {

enum class WalkEnd : uint8_t {
  kReached,
  kWrongFloor,  // the straight walk ends below or above the goal
  kBlocked,     // a border stops it
};

struct StraightWalk {
  WalkEnd end = WalkEnd::kBlocked;
  NavLocation stop;  // where the straight walk ended: the goal, the other floor, or the border met
};

// Straight over shared sides; where a border stops that, straying up to `tolerance_m` from the line (so that
// corners may be cut by so much). The walk ends at the goal where it ends within a step and the tolerance of
// its height. O(polygons crossed or near the line).
StraightWalk WalkStraight(const NavmeshView& mesh, const NavLocation& from, const NavLocation& to,
                          double tolerance_m, SurfaceWorkspace& workspace);

// [m] the greatest difference of heights at which a walk still ends at its goal.
inline double SameFloor_m(const NavmeshView& mesh, double tolerance_m) {
  return mesh.arrays().header.max_climb_m + tolerance_m;
}

}  // namespace waystone
