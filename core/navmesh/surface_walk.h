// Walking straight over a navmesh: how far until a border, and where a slide along borders ends.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/navmesh/navmesh_view.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {

// A straight walk.
struct RaycastResult {
  bool reached = false;
  double fraction = 0;  // [0, 1] of the line walked before a border; 1 if reached
  NavLocation end;      // the last point reached, on the surface
  EdgeId hit_edge;      // the border met, or one that ends in the corner met; none if reached
};

// Walks from `start` towards `target` in the plane, over shared sides only. Corners within the mesh's
// tolerance_m of the line do not block it if the surface goes on behind them (a taut route touches corners on
// both sides), nor does a border within the tolerance of the target. REQUIRES: `start` lies on its polygon
// (within the tolerance); `target` is finite. O(corners of the polygons crossed). `crossed`, if given, gets
// the half-edges left through, in order; at a corner turned about, one that starts there.
RaycastResult Raycast(const NavmeshView& mesh, const NavLocation& start, Vec2 target,
                      std::vector<EdgeId>* crossed = nullptr);

// The polygon of the target, if Raycast reaches it. Skips heights, which cost the most. `crossed` as in
// Raycast.
std::optional<PolyId> PolyStraightOn(const NavmeshView& mesh, const NavLocation& start, Vec2 target,
                                     std::vector<EdgeId>* crossed = nullptr);

// A slide looks at this many polygons at most, and then takes the best point so far.
inline constexpr uint32_t kMaxSlidePolys = 4096;

// The point nearest to `target` in the plane that can be reached without leaving the circle over the segment
// from `start` to `target`, at the surface's height: `target` itself if the surface goes there, else a point
// of a border along which the agent slides. (The idea of Detour's moveAlongSurface.) Breadth-first over at
// most kMaxSlidePolys polygons touching the circle. REQUIRES: as Raycast.
//
// Beyond the start's polygon the slide stays on ground that is at most `max_rise_m` higher or lower than the
// start: so ramps and stairs within the circle lead to no other storey if that is less than a storey's
// height.
NavLocation MoveAlongSurface(const NavmeshView& mesh, const NavLocation& start, Vec2 target,
                             SurfaceWorkspace& workspace,
                             double max_rise_m = std::numeric_limits<double>::infinity());

}  // namespace waystone
