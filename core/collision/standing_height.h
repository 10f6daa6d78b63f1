// The height of the source's own ground under an agent.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/collision/collision_view.h"
#include "core/geom/vec.h"

namespace waystone {

// The limits of an agent's stand.
struct Footing {
  double reach_m = 0;         // greatest height of the ground above or below a place
  double headroom_m = 0;      // free height needed above the ground
  double max_slope_deg = 45;  // [0, 90)
};

// The height of the triangle that an agent near `place` stands on: one that faces up and lies straight above
// or below the place, at most reach_m away. Preference: nothing solid within the headroom above it and no
// steeper than the slope; then steeper; then with something solid above it (such as a floor that continues
// under a step); within each, the nearest. Nullopt if there is none. O(log triangles + triangles around the
// place).
std::optional<double> StandingHeight(const CollisionView& solid, const Vec3& place, const Footing& footing);

// The line under an agent that walks along `line`: its points and places between them at most kStandingStep_m
// apart, each at its StandingHeight, or as high as the line if there is none.
inline constexpr double kStandingStep_m = 0.1;
std::vector<Vec3> StandingLine(const CollisionView& solid, std::span<const Vec3> line,
                               const Footing& footing);

}  // namespace waystone
