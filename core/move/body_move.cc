#include "core/move/body_move.h"

#include <algorithm>

#include "core/base/field_error.h"
#include "core/base/status_macros.h"

namespace waystone {
namespace {

constexpr double kSkinOfHeight = 0.125;
constexpr double kSkinOfRadius = 0.25;

absl::Status CheckReach(std::string_view field, const Vec3& feet) {
  WS_RETURN_IF_ERROR(Within(field, CheckRange("x", feet.x, -kBodyMoveReach_m, kBodyMoveReach_m)));
  WS_RETURN_IF_ERROR(Within(field, CheckRange("y", feet.y, -kBodyMoveReach_m, kBodyMoveReach_m)));
  return Within(field, CheckRange("z", feet.z, -kBodyMoveReach_m, kBodyMoveReach_m));
}

}  // namespace

Capsule BodyCapsule(const AgentProfile& agent, const Vec3& feet) {
  const double round_m = std::min(agent.radius_m, agent.height_m / 2);
  const double radius_m =
      std::max(round_m - std::min(kBodySkin_m, round_m * kSkinOfRadius), kLeastCapsuleRadius_m);
  const double skin_m = std::min(kBodySkin_m, agent.height_m * kSkinOfHeight);
  const double axis_m = std::max(agent.height_m - 2 * (skin_m + radius_m), 0.0);
  return {feet + Vec3(0, (agent.height_m - axis_m) / 2, 0), axis_m, radius_m};
}

absl::StatusOr<BodyMoveAnswer> MoveBody(const CollisionView& solid, const AgentProfile& agent,
                                        const Vec3& from, const Vec3& displacement) {
  WS_RETURN_IF_ERROR(CheckReach("from", from));
  WS_RETURN_IF_ERROR(CheckReach("to", from + displacement));
  const Capsule body = BodyCapsule(agent, from);
  BodyMoveAnswer answer;
  answer.contact = SweepCapsule(solid, body, displacement);
  if (!answer.contact) {
    answer.part = BodyMovePart::kAll;
    answer.end = from + displacement;
    return answer;
  }
  const Vec3 none;
  const auto is_free = [&](const Vec3& part) {
    return part != none && part != displacement && !SweepCapsule(solid, body, part);
  };
  answer.end = from;
  if (const Vec3 part(displacement.x, 0, displacement.z); is_free(part)) {
    answer.part = BodyMovePart::kHorizontal;
    answer.end = from + part;
  } else if (const Vec3 up(0, displacement.y, 0); is_free(up)) {
    answer.part = BodyMovePart::kVertical;
    answer.end = from + up;
  }
  return answer;
}

}  // namespace waystone
