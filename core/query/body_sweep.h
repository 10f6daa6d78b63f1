// Whether a body that follows the ground meets something solid.
#pragma once

#include <optional>
#include <span>

#include "core/collision/collision_view.h"
#include "core/geom/vec.h"
#include "core/map/agent_profile.h"

namespace waystone {

// An upright cylinder over the point on the ground.
struct SweptBody {
  double radius_m = 0;
  double low_m = 0;   // its lower end above the ground
  double high_m = 0;  // and its upper one
};

// The core of an agent, which nobody gets through a wall: a tenth of its width, and from 0.3 m above what it
// steps over to 0.3 m below its height. A bake's voxels move borders nearer to walls than the agent's radius
// and floors nearer to ceilings than its height, and its surface cuts off bumps of rough ground: swept at
// full size, agents that did nothing wrong would meet them.
SweptBody BodyOf(const AgentProfile& agent);

struct BodyContact {
  double came_m = 0;  // horizontally along the line, to where the body is nearest to what it meets
  Vec3 at;            // there, on the line
};

// The first piece of `line` (map-local, on the ground) on which the body meets a triangle, and where on it.
// The body is swept exactly along each straight piece; at the corners between pieces it stands upright. O(log
// triangles + triangles around the line).
std::optional<BodyContact> SweepBody(const CollisionView& solid, std::span<const Vec3> line,
                                     const SweptBody& body);

}  // namespace waystone
