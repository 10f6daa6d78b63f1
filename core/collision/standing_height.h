// How high the source's own ground is where an agent stands.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/collision/collision_view.h"
#include "core/geom/vec.h"

namespace waystone {

// What an agent can stand on.
struct Footing {
  double reach_m = 0;         // how far above or below a place its ground may be
  double headroom_m = 0;      // what must be free above the ground
  double max_slope_deg = 45;  // [0, 90)
};

// The height of the triangle that an agent near `place` stands on: one that faces up, lies straight above or
// below the place, at most reach_m away. Of several the first of these that one has, and of those the
// nearest: nothing solid within the headroom above it and no steeper than the slope; steeper; something solid
// above it (as a floor has that goes on under a step). Empty if there is none. O(log triangles + triangles
// around the place).
std::optional<double> StandingHeight(const CollisionView& solid, const Vec3& place, const Footing& footing);

// The line on which an agent stands that walks along `line`: its points and places at most kStandingStep_m
// apart between them, each at its StandingHeight, or as high as the line if there is none.
inline constexpr double kStandingStep_m = 0.1;
std::vector<Vec3> StandingLine(const CollisionView& solid, std::span<const Vec3> line,
                               const Footing& footing);

}  // namespace waystone
