// Where a walk over the surface ends that may only be so long.
#pragma once

#include <cstddef>
#include <span>

#include "core/geom/vec.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

struct WalkCut {
  size_t points_kept = 0;   // of the points given; `end` follows them
  NavLocation end;          // on the surface
  size_t crossed_kept = 0;  // of the sides given
  double plane_share = 0;   // [0, 1] of the walk's length in the plane
};

// Cuts a walk to a length in three dimensions, which the walk kept does not pass. `points` begin with the
// first of `turns`, end with the last and lie over the line between (AppendGroundLine); `crossed` are the
// half-edges left through; all map-local. Where the first turn names no polygon the walk is level, and there
// are no sides. REQUIRES: two points or more, which are longer than `length_m`.
// O(points + sides).
WalkCut CutWalk(const NavmeshView& mesh, std::span<const NavLocation> turns, std::span<const EdgeId> crossed,
                std::span<const Vec3> points, double length_m);

}  // namespace waystone
