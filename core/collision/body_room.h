// How much room the solid triangles leave a standing body: slope, headroom, width.
#pragma once

#include <optional>

#include "core/collision/collision_view.h"
#include "core/geom/vec.h"

namespace waystone {

struct BodySize {
  double radius_m = 0;
  double height_m = 0;
  double climb_m = 0;    // what it steps over
  double wall_deg = 75;  // what is steeper is a wall
};

// All positions are map-local. O(rays * log triangles). Deterministic.

// [degrees] The slope of the triangle straight below the place, at most depth_m below it; none if there is none.
std::optional<double> SlopeBelow(const CollisionView& solid, const Vec3& place, double depth_m);

// [m] The free height above ground at `place`, up to far_m; none if there is more.
std::optional<double> HeadroomAt(const CollisionView& solid, const Vec3& place, double far_m);

struct Passage {
  double width_m = 0;
  Vec2 middle;  // between both sides
};

// How wide a passage is for the body's middle at a place on the ground: from what is nearest to the place, a wall higher than
// the body steps over or an edge deeper than that, to what is nearest to that on the other side. Walls may have no thickness.
// Looks as far as far_m: at most twice that. Edges are looked for in `directions`, the first one at first_angle [radians from x to z],
// in steps of step_m. O(triangles around).
Passage PassageAt(const CollisionView& solid, const Vec3& place, const BodySize& body, double far_m,
                  double step_m, int directions = 24, double first_angle = 0);

}  // namespace waystone
