// How high the steps are that a line over the ground goes up and down.
#pragma once

#include <span>

#include "core/geom/vec.h"

namespace waystone {

// [m] Horizontal length over which one step rises: some voxels of a bake, which smear the edge of a step into
// a short steep slope.
inline constexpr double kStepRun_m = 0.5;

struct GroundStep {
  double height_m = 0;
  Vec3 at;  // where it begins
};

struct GroundSteps {
  GroundStep up;
  GroundStep down;
};

// The highest step up and the deepest one down along `line`. Ground steeper than `max_slope_deg` all along is
// a step; its height is what it rises or falls within kStepRun_m. Less steep ground is a slope and no step.
// REQUIRES: 0 <= max_slope_deg < 90. O(points of the line).
GroundSteps FindSteps(std::span<const Vec3> line, double max_slope_deg);

}  // namespace waystone
