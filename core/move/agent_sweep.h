// Whether an agent's body can move along a line over the surface.
#pragma once

#include <optional>
#include <span>

#include "absl/status/statusor.h"
#include "core/base/deadline.h"
#include "core/collision/body_sweep.h"
#include "core/collision/collision_view.h"
#include "core/geom/vec.h"
#include "core/map/agent_profile.h"

namespace waystone {

// The first contact of the body (BodyOf) with `solid` if the agent walks on the source's own ground along
// `line`. The surface smooths that ground, so what the body meets on the line itself may lie under or over
// the agent. If it meets nothing on the line, the result is empty. DeadlineExceeded or Cancelled; the
// deadline is checked about every 64 m. O(length of the line, and triangles around it).
absl::StatusOr<std::optional<BodyContact>> SweepAgent(const CollisionView& solid, std::span<const Vec3> line,
                                                      const AgentProfile& agent, const Deadline& deadline);

}  // namespace waystone
