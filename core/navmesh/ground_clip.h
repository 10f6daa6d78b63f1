// The part of a polygon's ground that lies in a box.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/geom/aabb.h"
#include "core/geom/vec.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// Clips detail triangles. Memory is kept from call to call. One thread.
class GroundClip {
 public:
  // Whether some ground of the polygon lies in the box. O(detail triangles).
  bool Meets(const NavmeshView& mesh, PolyId poly, const Aabb& box) { return Meets(mesh, poly, {}, box); }
  // The same for the ground over a convex counter-clockwise piece of the polygon; no corners: all of it.
  bool Meets(const NavmeshView& mesh, PolyId poly, std::span<const Vec2> piece, const Aabb& box);
  // The place of that part nearest to `at` in the plane; none if no ground of it lies in the box.
  std::optional<Vec3> Nearest(const NavmeshView& mesh, PolyId poly, std::span<const Vec2> piece,
                              const Aabb& box, Vec2 at);
  // The parts of the segment a->b, as shares of it, beside which that part comes as near as `within_m` to the
  // line through a and b; one for each detail triangle.
  std::vector<std::pair<double, double>> ShadowsOn(const NavmeshView& mesh, PolyId poly,
                                                   std::span<const Vec2> piece, const Aabb& box, Vec2 a,
                                                   Vec2 b, double within_m);

 private:
  bool ClipTriangle(const NavmeshView& mesh, const NavPoly& poly, uint32_t triangle,
                    std::span<const Vec2> piece, const Aabb& box);
  template <typename Height, typename Place>
  void Keep(const Height& inside, const Place& place);
  void KeepBeside(double Vec3::*axis, double at_m, int side);

  std::vector<Vec3> corners_;
  std::vector<Vec3> before_;
};

}  // namespace waystone
