// Local questions about a navmesh: what is nearest, how high, how far can one walk straight.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/random.h"
#include "core/geom/aabb.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// Scratch of the queries below; one thread at a time.
struct SurfaceWorkspace {
  std::vector<uint32_t> stack;    // open boxes or polygons
  std::vector<uint32_t> visited;  // generation stamps per polygon
  uint32_t generation = 0;
};

// The polygon nearest to `point` among those whose boxes overlap `box`, and its nearest point (heights from
// the detail triangles). A polygon above or below the point within the mesh's max_climb_m counts as distance
// 0; ties go to the lowest id. Empty where none.
std::optional<NavLocation> NearestPoly(const NavmeshView& mesh, const Vec3& point, const Aabb& box,
                                       SurfaceWorkspace& workspace);

// The point of the polygon nearest to `point`: straight above or below where inside, else on the outline.
Vec3 ClosestPointOnPoly(const NavmeshView& mesh, PolyId poly, const Vec3& point);

// Height of the surface at (x, z) inside the polygon; the nearest detail triangle decides on its outline.
double HeightOnPoly(const NavmeshView& mesh, PolyId poly, Vec2 at);

// A straight walk.
struct RaycastResult {
  bool reached = false;
  double fraction = 0;  // [0, 1] of the way walked before a border
  NavLocation end;      // the last point reached, on the surface
  EdgeId hit_edge;      // the border met; none where reached
};
// From `start` towards `target` (horizontally), over shared sides only. O(polygons crossed).
RaycastResult Raycast(const NavmeshView& mesh, const NavLocation& start, Vec2 target);

// As far towards `target` as one can get by sliding along borders, within a neighbourhood of the straight
// segment (Detour's moveAlongSurface). No search.
NavLocation MoveAlongSurface(const NavmeshView& mesh, const NavLocation& start, const Vec3& target,
                             SurfaceWorkspace& workspace);

// A point uniform by horizontal area. REQUIRES: the mesh has polygons. O(log polygons).
NavLocation RandomPoint(const NavmeshView& mesh, Random& random);

}  // namespace waystone
