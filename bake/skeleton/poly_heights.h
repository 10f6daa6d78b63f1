// About how high a surface is, at once: to find the ground under it by a ray.
#pragma once

#include <vector>

#include "core/navmesh/navmesh_view.h"

namespace waystone {

// A plane per polygon. Const; any thread.
class PolyHeights {
 public:
  struct Height {
    double y;         // [m]
    double within_m;  // the surface is at most so far from it
  };

  // The mesh must outlive it. `max_within_m`: heights that may be farther off than this are exact instead.
  // O(vertices).
  PolyHeights(const NavmeshView& mesh, double max_within_m);

  // REQUIRES: the place lies on the polygon. O(1) if the polygon is nearly a plane, else as HeightOnPoly.
  Height At(PolyId poly, Vec2 at) const;

 private:
  struct Plane {
    float y;  // at the polygon's first corner
    float slope_x;
    float slope_z;
    float within_m;
  };

  Plane Fit(PolyId poly) const;

  const NavmeshView& mesh_;
  const double max_within_m_;
  std::vector<Plane> planes_;
};

}  // namespace waystone
