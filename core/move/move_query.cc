#include "core/move/move_query.h"

#include "core/base/field_error.h"
#include "core/base/status_macros.h"
#include "core/surface/field_checks.h"
#include "waystone/field_limits.h"

namespace waystone {
namespace {

absl::Status CheckGrant(const MoveGrant& grant) {
  WS_RETURN_IF_ERROR(CheckRange("from_s", grant.from_s, limits::MoveGrant::from_s));
  WS_RETURN_IF_ERROR(CheckRange("to_s", grant.to_s, grant.from_s, limits::MoveGrant::to_s.max));
  return CheckRange("distance_m", grant.distance_m, limits::MoveGrant::distance_m);
}

}  // namespace

absl::Status CheckMoveTimes(std::string_view field, const MoveQuery& query) {
  const std::span<const double> times_s = query.times_s;
  if (times_s.empty()) return absl::OkStatus();
  WS_RETURN_IF_ERROR(CheckWhole(field, times_s.size(), query.samples.size(), query.samples.size()));
  for (size_t i = 0; i < times_s.size(); ++i) {
    WS_RETURN_IF_ERROR(WithinItem(field, i, CheckRange("", times_s[i], limits::Track::time_s)));
    if (i > 0 && times_s[i] < times_s[i - 1]) {
      return WithinItem(field, i, FieldError("", "must not be before the one before it"));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckMoveAllowances(const MoveAllowances& allowances) {
  namespace limit = limits::MoveAllowances;
  WS_RETURN_IF_ERROR(CheckRange("max_speed_mps", allowances.max_speed_mps, limit::max_speed_mps));
  WS_RETURN_IF_ERROR(CheckRange("speed_tolerance", allowances.speed_tolerance, limit::speed_tolerance));
  WS_RETURN_IF_ERROR(CheckWhole("grants", allowances.grants.size(), 0, limit::grants.max_count));
  for (size_t i = 0; i < allowances.grants.size(); ++i) {
    WS_RETURN_IF_ERROR(WithinItem("grants", i, CheckGrant(allowances.grants[i])));
  }
  WS_RETURN_IF_ERROR(CheckRange("max_step_m", allowances.max_step_m.value_or(0), limit::max_step_m));
  return CheckRange("max_drop_m", allowances.max_drop_m.value_or(0), limit::max_drop_m);
}

absl::Status CheckMoveQuery(const MoveQuery& query) {
  WS_RETURN_IF_ERROR(CheckWhole("samples", query.samples.size(), 1, UINT32_MAX));
  WS_RETURN_IF_ERROR(CheckAllFinite("samples", query.samples));
  WS_RETURN_IF_ERROR(CheckMoveTimes("times_s", query));
  WS_RETURN_IF_ERROR(CheckMoveAllowances(query.allowances));
  WS_RETURN_IF_ERROR(CheckSnapOptions(query.snap));
  return CheckRange("tolerance_m", query.tolerance_m, limits::ValidateMoveRequest::tolerance_m);
}

}  // namespace waystone
