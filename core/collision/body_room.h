// How much room the solid triangles leave a standing body: slope, headroom, width.
#pragma once

#include <optional>

#include "core/collision/collision_view.h"
#include "core/geom/vec.h"

namespace waystone {

struct BodySize {
  double radius_m = 0;
  double height_m = 0;
  double climb_m = 0;  // what it steps over
};

// All positions are map-local. O(rays * log triangles). Deterministic.

// [degrees] The slope of the triangle straight below the place, at most depth_m below it; none if there is none.
std::optional<double> SlopeBelow(const CollisionView& solid, const Vec3& place, double depth_m);

// [m] The free height above ground at `place`, up to far_m; none if there is more.
std::optional<double> HeadroomAt(const CollisionView& solid, const Vec3& place, double far_m);

// [m] The narrowest line through a place on the ground on which the body's middle may move: between walls higher than it
// steps over and edges deeper than that. Looks as far as far_m to each side, along `directions` lines of equal angles; `step_m`:
// between samples of the ground.
double WidthAt(const CollisionView& solid, const Vec3& place, const BodySize& body, double far_m,
               double step_m, int directions = 24);

}  // namespace waystone
