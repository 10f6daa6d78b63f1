#include "core/move/move_query.h"

#include "core/base/field_error.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/surface/field_checks.h"
#include "waystone/field_limits.h"

namespace waystone {
namespace {

absl::Status CheckGrant(const MoveGrant& grant) {
  WS_RETURN_IF_ERROR(CheckRange("from_s", grant.from_s, limits::MoveGrant::from_s));
  WS_RETURN_IF_ERROR(CheckRange("to_s", grant.to_s, grant.from_s, limits::MoveGrant::to_s.max));
  return CheckRange("distance_m", grant.distance_m, limits::MoveGrant::distance_m);
}

absl::Status CheckOneEach(std::string_view field, std::string_view what, size_t count, size_t samples) {
  if (count == samples) return absl::OkStatus();
  if (samples == 1) return FieldError(field, StrCat("must have one ", what, " for the sample, has ", count));
  return FieldError(field,
                    StrCat("must have one ", what, " for each of the ", samples, " samples, has ", count));
}

// One number for each sample, or none.
absl::Status CheckTimes(std::string_view field, std::span<const double> times_s, size_t samples) {
  if (times_s.empty()) return absl::OkStatus();
  WS_RETURN_IF_ERROR(CheckOneEach(field, "time", times_s.size(), samples));
  for (size_t i = 0; i < times_s.size(); ++i) {
    WS_RETURN_IF_ERROR(WithinItem(field, i, CheckRange("", times_s[i], limits::Track::time_s)));
  }
  return absl::OkStatus();
}

absl::Status CheckMaybe(std::string_view field, const std::optional<double>& value, const FieldLimit& limit) {
  return value ? CheckRange(field, *value, limit) : absl::OkStatus();
}

}  // namespace

absl::Status CheckMoveTimes(const MoveTimeFields& fields, const MoveQuery& query) {
  const size_t samples = query.samples.size();
  WS_RETURN_IF_ERROR(CheckTimes(fields.time_s, query.times_s, samples));
  WS_RETURN_IF_ERROR(CheckTimes(fields.received_s, query.received_s, samples));
  if (!query.received_s.empty() && query.times_s.empty()) {
    return FieldError(fields.received_s, StrCat("needs ", fields.time_s));
  }
  if (query.states.empty()) return absl::OkStatus();
  return CheckOneEach(fields.states, "state", query.states.size(), samples);
}

absl::Status CheckMoveAllowances(const MoveAllowances& allowances) {
  namespace limit = limits::MoveAllowances;
  WS_RETURN_IF_ERROR(CheckRange("max_speed_mps", allowances.max_speed_mps, limit::max_speed_mps));
  WS_RETURN_IF_ERROR(CheckRange("speed_tolerance", allowances.speed_tolerance, limit::speed_tolerance));
  WS_RETURN_IF_ERROR(CheckWhole("grants", allowances.grants.size(), 0, limit::grants.max_count));
  for (size_t i = 0; i < allowances.grants.size(); ++i) {
    WS_RETURN_IF_ERROR(WithinItem("grants", i, CheckGrant(allowances.grants[i])));
  }
  WS_RETURN_IF_ERROR(CheckMaybe("max_step_m", allowances.max_step_m, limit::max_step_m));
  WS_RETURN_IF_ERROR(CheckMaybe("max_drop_m", allowances.max_drop_m, limit::max_drop_m));
  WS_RETURN_IF_ERROR(CheckRange("max_detour_ratio", allowances.max_detour_ratio, limit::max_detour_ratio));
  WS_RETURN_IF_ERROR(CheckRange("max_jump_m", allowances.max_jump_m, limit::max_jump_m));
  WS_RETURN_IF_ERROR(CheckRange("gravity_mps2", allowances.gravity_mps2, limit::gravity_mps2));
  WS_RETURN_IF_ERROR(CheckMaybe("max_air_s", allowances.max_air_s, limit::max_air_s));
  WS_RETURN_IF_ERROR(CheckMaybe("max_rise_mps", allowances.max_rise_mps, limit::max_rise_mps));
  WS_RETURN_IF_ERROR(CheckRange("credit_s", allowances.credit_s, limit::credit_s));
  WS_RETURN_IF_ERROR(CheckRange("debt_s", allowances.debt_s, limit::debt_s));
  return CheckRange("max_lag_s", allowances.max_lag_s, limit::max_lag_s);
}

absl::Status CheckMoveQuery(const MoveQuery& query) {
  WS_RETURN_IF_ERROR(CheckWhole("samples", query.samples.size(), 1, UINT32_MAX));
  WS_RETURN_IF_ERROR(CheckAllFinite("samples", query.samples));
  WS_RETURN_IF_ERROR(CheckMoveTimes({"times_s", "received_s", "states"}, query));
  WS_RETURN_IF_ERROR(CheckMoveAllowances(query.allowances));
  if (query.allowances.max_speed_mps > 0 && query.times_s.empty() && query.samples.size() > 1) {
    return FieldError("max_speed_mps", "needs times");
  }
  WS_RETURN_IF_ERROR(CheckSnapOptions(query.snap));
  return CheckRange("tolerance_m", query.tolerance_m, limits::ValidateMoveRequest::tolerance_m);
}

}  // namespace waystone
