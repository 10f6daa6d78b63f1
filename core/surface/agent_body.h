// The parts of an agent's body that meet solid geometry: the core that moves are swept with, and the feet.
#pragma once

#include "core/collision/body_sweep.h"
#include "core/collision/standing_height.h"
#include "core/map/agent_profile.h"

namespace waystone {

// The core of an agent, which can never pass through a wall: a tenth of its width, and the part between what
// it steps over (max_climb_m) and its height, less a skin at both ends of 0.3 m, at most a quarter of that
// part. A bake's voxels move borders nearer to walls than the agent's radius and floors nearer to ceilings
// than its height, and its surface cuts off bumps of rough ground: swept at full size, agents on legal paths
// would collide. An agent that steps over its own height has no such part and meets nothing.
SweptBody BodyOf(const AgentProfile& agent);

// What the agent stands on near its surface: ground within max_climb_m of it, plus the rounding of heights.
Footing FootingOf(const AgentProfile& agent);

}  // namespace waystone
