#include "core/move/agent_sweep.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/base/deadline.h"
#include "core/base/status_macros.h"
#include "core/collision/standing_height.h"
#include "core/surface/agent_body.h"
#include "core/surface/field_checks.h"

namespace waystone {
namespace {

// [m] length of a piece swept at once: the box around a longer one would hold much that is off the line.
constexpr double kPart_m = 8;
constexpr uint32_t kPollInterval = 8;  // [parts]

// Calls sweep(from, to) for the parts of the line, until it returns a contact.
template <typename Sweep>
absl::StatusOr<std::optional<BodyContact>> SweepParts(std::span<const Vec3> line, const Deadline& deadline,
                                                      const Sweep& sweep) {
  double walked_m = 0;
  uint32_t swept = 0;
  for (size_t i = 1; i < line.size(); ++i) {
    const Vec3 path = line[i] - line[i - 1];
    const double parts = std::max(1.0, std::ceil(PlaneDistance(line[i - 1], line[i]) / kPart_m));
    Vec3 from = line[i - 1];
    for (double k = 1; k <= parts; ++k) {
      if (++swept % kPollInterval == 0) WS_RETURN_IF_ERROR(CheckInTime(deadline));
      const Vec3 to = line[i - 1] + path * (k / parts);
      if (const std::optional<BodyContact> contact = sweep(from, to)) {
        return BodyContact{walked_m + contact->came_m, contact->at};
      }
      walked_m += PlaneDistance(from, to);
      from = to;
    }
  }
  return std::nullopt;
}

}  // namespace

absl::StatusOr<std::optional<BodyContact>> SweepAgent(const CollisionView& solid, std::span<const Vec3> line,
                                                      const AgentProfile& agent, const Deadline& deadline) {
  const SweptBody body = BodyOf(agent);
  const Footing footing = FootingOf(agent);
  WS_ASSIGN_OR_RETURN(std::optional<BodyContact> contact,
                      SweepParts(line, deadline, [&](const Vec3& from, const Vec3& to) {
                        const Vec3 part[] = {from, to};
                        return SweepBody(solid, part, body);
                      }));
  if (!contact) return contact;
  return SweepParts(line, deadline, [&](const Vec3& from, const Vec3& to) {
    const Vec3 part[] = {from, to};
    return SweepBody(solid, StandingLine(solid, part, footing), body);
  });
}

}  // namespace waystone
