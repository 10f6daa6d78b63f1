#include "bake/world/portal_rules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/map/map_id.h"
#include "core/world/world_format.h"

namespace waystone {
namespace {

constexpr double kMaxCost = 1e9;
constexpr double kMaxCellNumber = 4294967295;

absl::Status Invalid(std::string_view key, std::string_view rule) {
  return absl::InvalidArgumentError(StrCat("key '", key, "' ", rule));
}

absl::Status CheckText(std::string_view key, const std::string& text) {
  if (IsPlainText(text, kMaxWorldTextBytes)) return absl::OkStatus();
  return Invalid(
      key, StrCat("must be at most ", kMaxWorldTextBytes, " bytes of UTF-8 without control characters"));
}

absl::Status CheckCost(std::string_view key, double cost) {
  if (cost >= 0 && cost <= kMaxCost) return absl::OkStatus();
  return Invalid(key, StrCat("is ", cost, " and must be from 0 to ", kMaxCost));
}

absl::Status CheckTrigger(const TriggerSpec& trigger) {
  if (trigger.cells.has_value()) {
    const auto& [left, top, right, bottom] = *trigger.cells;
    if (left <= right && top <= bottom) return absl::OkStatus();
    return Invalid("cells", "must be [first column, first row, last column, last row], none after its last");
  }
  const Vec3& min = trigger.box.min;
  const Vec3& max = trigger.box.max;
  if (!min.IsFinite() || !max.IsFinite()) return Invalid("trigger", "must be finite");
  if (min.x <= max.x && min.y <= max.y && min.z <= max.z) return absl::OkStatus();
  return Invalid("trigger", "has a min above its max");
}

}  // namespace

absl::StatusOr<PortalKind> ParsePortalKind(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, PortalKind>, 4> kKinds = {
      {{"walk_in", PortalKind::kWalkIn},
       {"walk_on_use", PortalKind::kUse},
       {"npc", PortalKind::kNpc},
       {"ship", PortalKind::kShip}}};
  const auto found =
      std::find_if(kKinds.begin(), kKinds.end(), [&](const auto& kind) { return kind.first == name; });
  if (found != kKinds.end()) return found->second;
  return absl::InvalidArgumentError(StrCat(Quoted(name), " is none of walk_in, walk_on_use, npc, ship"));
}

bool IsCellNumber(double value) { return std::abs(value) <= kMaxCellNumber && value == std::floor(value); }

absl::Status CheckPortalSpec(const PortalSpec& portal) {
  if (portal.name.empty()) return Invalid("id", "must not be empty");
  WS_RETURN_IF_ERROR(CheckText("id", portal.name));
  WS_RETURN_IF_ERROR(CheckText("ticket", portal.ticket));
  WS_RETURN_IF_ERROR(CheckText("requirement", portal.requirement));
  WS_RETURN_IF_ERROR(CheckText("group", portal.group));
  WS_RETURN_IF_ERROR(CheckTrigger(portal.trigger));
  if (!portal.to.cell.has_value() && !portal.to.point.IsFinite()) return Invalid("point", "must be finite");
  WS_RETURN_IF_ERROR(CheckCost("cost_m", portal.cost_m));
  return CheckCost("money", portal.money);
}

}  // namespace waystone
