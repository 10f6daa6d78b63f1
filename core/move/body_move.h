// The test of an agent's body before it moves (S3.7): how much of a straight displacement it may take through
// the solid triangles, with or without ground. For agents that swim, fly or are thrown, and for games whose
// movement is their own.
#pragma once

#include <cstdint>
#include <optional>

#include "absl/status/statusor.h"
#include "core/collision/capsule_sweep.h"
#include "core/collision/collision_view.h"
#include "core/geom/vec.h"
#include "core/map/agent_profile.h"

namespace waystone {

// What of a displacement is allowed.
enum class BodyMovePart : uint8_t {
  kAll = 1,
  kHorizontal = 2,  // (x, 0, z): the whole is blocked
  kVertical = 3,    // (0, y, 0): the horizontal part is blocked too
  kNone = 4,
};

struct BodyMoveAnswer {
  BodyMovePart part = BodyMovePart::kNone;
  Vec3 end;                               // `from` and that part
  std::optional<CapsuleContact> contact;  // of the whole displacement; empty if part is kAll
};

// [m] How much smaller than the agent's the body is that is swept: at the feet, at the head and on all sides.
inline constexpr double kBodySkin_m = 0.02;

// The agent's body with its feet at `feet`: an upright capsule as wide as radius_m and as high as height_m, or
// a sphere as high as height_m if that is less than the width; less a skin all around of kBodySkin_m, at most
// an eighth of the height and a quarter of the radius. So standing on a floor or against a wall is no contact.
// At least kLeastCapsuleRadius_m thick: an agent with radius 0 is a thin rod.
Capsule BodyCapsule(const AgentProfile& agent, const Vec3& feet);

// Tries the whole displacement of the agent's body, then its horizontal part, then its vertical part, each
// from `from` (the feet, map-local), and allows the first one that nothing blocks (SweepCapsule). A part of
// zero length is not tried. A displacement of zero is allowed. InvalidArgument naming `from` or `to` if a
// coordinate of the feet, before or after, is not finite or farther than kBodyMoveReach_m from zero.
// O(log triangles + triangles around the displacement), three times at most.
inline constexpr double kBodyMoveReach_m = 4e8;
absl::StatusOr<BodyMoveAnswer> MoveBody(const CollisionView& solid, const AgentProfile& agent,
                                        const Vec3& from, const Vec3& displacement);

}  // namespace waystone
