// Whether a body that moves meets anything solid: by its volume, not by rays.
#pragma once

#include <cstdint>

#include "core/collision/collision_view.h"
#include "core/geom/vec.h"

namespace waystone {

// Everything within `radius_m` of the segment a->b in the plane, between two heights: an upright cylinder
// swept sideways, or up and down.
struct SweptVolume {
  Vec2 a;
  Vec2 b;
  double radius_m = 0;
  double low_m = 0;  // nothing is met where low_m >= high_m
  double high_m = 0;
};

// Whether any solid triangle reaches into the volume; touching it from outside is no hit. Exact up to
// rounding. O(log triangles + triangles around the volume).
bool MeetsSolid(const CollisionView& solid, const SweptVolume& volume);

}  // namespace waystone
