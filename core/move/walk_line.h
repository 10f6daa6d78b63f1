// The line over the ground that a piece of a walk follows.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/heap_bytes.h"
#include "core/geom/vec.h"
#include "core/move/move_walk.h"
#include "core/navmesh/navmesh_view.h"
#include "core/navmesh/surface_queries.h"
#include "core/path/surface_path.h"
#include "core/surface/ground/ground_line.h"

namespace waystone {

// Memory of one line, borrowed from Scratch and reused.
struct WalkLineWorkspace {
  SurfacePath route;  // straight, or around what stops it
  std::vector<Vec3> line;
  SurfaceWorkspace surface;
  GroundLineWorkspace ground_line;

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(route, line, surface, ground_line); }
};

// Returns points of the surface wherever it bends under the straight piece, to kWalkLineTolerance_m of
// height. If a border stops the straight walk, the line follows the surface around it, over sides that come
// within `stray_m` of the piece, to the place nearest to its end. Valid until the next call with this
// `workspace`. O(detail triangles crossed), or near the piece.
inline constexpr double kWalkLineTolerance_m = 0.02;
std::span<const Vec3> WalkLine(const NavmeshView& mesh, const WalkPiece& piece, double stray_m,
                               WalkLineWorkspace& workspace);

}  // namespace waystone
