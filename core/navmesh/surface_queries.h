// Local questions about a navmesh: what is nearest, how high, a point at random. Walks are in surface_walk.h.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "core/base/growing_array.h"
#include "core/base/heap_bytes.h"
#include "core/base/random.h"
#include "core/geom/aabb.h"
#include "core/geom/triangle.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// Memory of surface queries, one at a time, usually borrowed from Scratch; for any number of meshes in turn.
// Grows to the largest use.
struct SurfaceWorkspace {
  std::vector<uint32_t> stack;     // open boxes or polygons
  GrowingArray<uint32_t> visited;  // generation stamps per polygon
  uint32_t generation = 0;

  // Forgets what was visited and empties the stack.
  void BeginVisits(uint32_t poly_count) {
    visited.GrowTo(poly_count);
    if (++generation == 0) {
      visited.Zero();
      generation = 1;
    }
    stack.clear();
  }
  // Pushes a polygon not visited before.
  void VisitOnce(uint32_t poly) {
    if (visited[poly] == generation) return;
    visited[poly] = generation;
    stack.push_back(poly);
  }

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(stack, visited); }
};

// Whether (x, z) lies over the polygon or on its outline. Exact up to one rounding; O(corners).
bool IsOverPoly(const NavmeshView& mesh, PolyId poly, Vec2 at);

// The polygon nearest to `point` and its nearest point (ClosestPointOnPoly), among the polygons whose nearest
// point lies in `box`. Distances are 3D, but a polygon straight above or below the point counts as closer by
// the mesh's max_climb_m, at least 0; of equals the truly nearest to the mesh's tolerance_m, then the lowest
// id. Empty if none. REQUIRES: `point` is finite; `box` may be infinite. O(log polygons + polygons around).
std::optional<NavLocation> NearestPoly(const NavmeshView& mesh, const Vec3& point, const Aabb& box,
                                       SurfaceWorkspace& scratch);

// The same among the polygons whose nearest point lies at most `radius_m` from the point in the plane, at
// most `below_m` below it and at most `above_m` above it.
std::optional<NavLocation> NearestPolyWithin(const NavmeshView& mesh, const Vec3& point, double radius_m,
                                             double below_m, double above_m, SurfaceWorkspace& scratch);
// The same among those with admit(PolyId).
std::optional<NavLocation> NearestPolyWithin(const NavmeshView& mesh, const Vec3& point, double radius_m,
                                             double below_m, double above_m,
                                             absl::FunctionRef<bool(PolyId)> admit,
                                             SurfaceWorkspace& scratch);

// The point of the polygon nearest to `at` in the plane: `at` itself if it lies over the polygon, else on the
// outline. The height is not that of the surface. If the distance is above the square root of `limit_sq_m2`,
// the hit may be any with a distance above it. O(corners).
PlaneHit ClosestInPlane(const NavmeshView& mesh, PolyId poly, Vec2 at,
                        double limit_sq_m2 = std::numeric_limits<double>::infinity());

// The point of the polygon nearest to `point` in the plane, at the surface's height: straight above or below
// if inside, else on the outline. O(corners + detail triangles).
Vec3 ClosestPointOnPoly(const NavmeshView& mesh, PolyId poly, const Vec3& point);

// Height of the surface at (x, z), by the polygon's detail triangles; the nearest triangle if none lies
// there. O(detail triangles).
double HeightOnPoly(const NavmeshView& mesh, PolyId poly, Vec2 at);

// Corner `k` of the polygon's detail triangles, see NavDetailTriangle.
inline Vec3 DetailCorner(const NavmeshView& mesh, const NavPoly& poly, uint32_t k) {
  if (k < poly.edge_count) return mesh.EdgeStart(EdgeId(poly.first_edge + k));
  return mesh.arrays().detail_vertices[poly.first_detail_vertex + k - poly.edge_count];
}

// A point of triangle abc, uniform by area over all (u, v) in [0, 1) x [0, 1). (Osada et al., Shape
// distributions, 2002.)
inline Vec2 PointInTriangle(Vec2 a, Vec2 b, Vec2 c, double u, double v) {
  const double root = std::sqrt(u);
  return a + (b - a) * (root * (1 - v)) + (c - a) * (root * v);
}

// A polygon, and a point of it in the plane.
struct PlanePlace {
  PolyId poly;
  Vec2 at;
};

// The box around a polygon's corners.
inline Aabb PolyBounds(const NavmeshView& mesh, PolyId poly) {
  Aabb bounds;
  for (const NavEdge& edge : mesh.edges(poly)) bounds.Extend(Vec3(mesh.vertex(VertexId(edge.vertex))));
  return bounds;
}

// Horizontal area of one polygon. [m2]
inline double PolyArea_m2(const NavmeshView& mesh, PolyId poly) {
  const std::span<const double> prefix = mesh.arrays().area_prefix_m2;
  return prefix[poly.value()] - (poly.value() == 0 ? 0.0 : prefix[poly.value() - 1]);
}

// The point of a polygon that `area_m2`, in [0, PolyArea_m2), and v in [0, 1) choose: uniform by horizontal
// area over both. O(corners).
Vec2 PlaneChoice(const NavmeshView& mesh, PolyId poly, double area_m2, double v);

// RandomPoint without the height, which costs the most.
PlanePlace RandomPlanePlace(const NavmeshView& mesh, Random& random);

// A point uniform by horizontal area: two numbers are drawn from `random`. REQUIRES: the mesh has polygons.
// O(log polygons).
NavLocation RandomPoint(const NavmeshView& mesh, Random& random);

}  // namespace waystone
