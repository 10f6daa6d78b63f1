// From a route in the plane to a line that follows the ground.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/geom/vec.h"
#include "core/navmesh/navmesh_view.h"
#include "core/surface/ground/ground_leg.h"

namespace waystone {

// Memory of one route, usually borrowed from Scratch, and reused.
struct GroundLineWorkspace {
  GroundLegWorkspace leg;
  std::vector<Vec3> leg_points;

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(leg, leg_points); }
};

struct GroundLineOptions {
  // [m, > 0] How far the line may be above or below the ground. Infinite: only turns.
  double tolerance_m = std::numeric_limits<double>::infinity();
  // [m, >= 0] How long the line may be in three dimensions, with `walked_m` that come before it.
  double max_length_m = std::numeric_limits<double>::infinity();
  double walked_m = 0;
};

// Where a line that is too long was cut.
struct WalkCut {
  NavLocation end;          // the last point, on the ground
  size_t crossed_kept = 0;  // of the sides given
  double plane_share = 0;   // [0, 1] of the walk's length in the plane
};

// Appends the points of a walk (map-local): its turns, and between them the fewest places, of those at which
// the ground bends or has a step, that keep the line within `tolerance_m` above and below the ground all
// along. On each leg the points lie on the straight line from turn to turn, each farther along than the one
// before. A step of the ground that the line cannot pass so is two points in the same place of the plane, one
// at each of its heights. No point is the same as the one before: a walk of no length has one point.
//
// `turns`: two or more. `crossed`: the half-edges that the walk leaves polygons through, in order
// (SurfacePath::StretchCrossed, Raycast). If turns name no polygon the walk is level, and `crossed` is empty.
//
// If the line is longer than options.max_length_m allows, returns where it was cut: it then ends there, keeps
// to the tolerance, and is no longer than allowed. O(detail triangles of the corridor).
std::optional<WalkCut> AppendGroundLine(const NavmeshView& mesh, std::span<const NavLocation> turns,
                                        std::span<const EdgeId> crossed, const GroundLineOptions& options,
                                        GroundLineWorkspace& scratch, std::vector<Vec3>& points);

}  // namespace waystone
