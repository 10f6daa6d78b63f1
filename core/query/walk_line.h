// The line over the ground that a piece of a walk follows.
#pragma once

#include <span>

#include "core/geom/vec.h"
#include "core/navmesh/navmesh_view.h"
#include "core/query/move_walk.h"
#include "core/query/workspace.h"

namespace waystone {

// Points of the surface wherever it bends under the straight piece, to kWalkLineTolerance_m of height. If a
// border stops the straight walk, the line follows the surface around it, over sides that come within
// `stray_m` of the piece, to the place nearest to its end. Valid until the next call with this workspace.
// O(detail triangles crossed), or near the piece.
inline constexpr double kWalkLineTolerance_m = 0.02;
std::span<const Vec3> WalkLine(const NavmeshView& mesh, const WalkPiece& piece, double stray_m,
                               Workspace& workspace);

}  // namespace waystone
