#include "core/move/move_query.h"

#include "core/base/field_error.h"
#include "core/base/status_macros.h"
#include "core/surface/field_checks.h"

namespace waystone {
namespace {

constexpr double kMaxTolerance_m = 10;
constexpr double kMaxTime_s = 1e9;
constexpr double kMaxSpeed_mps = 10'000;
constexpr double kMaxSpeedTolerance = 10;
constexpr uint64_t kMaxGrants = 1024;
constexpr double kMaxGranted_m = 1e6;
constexpr double kMaxStep_m = 1000;
constexpr double kMaxDrop_m = 10'000;

absl::Status CheckGrant(const MoveGrant& grant) {
  WS_RETURN_IF_ERROR(CheckRange("from_s", grant.from_s, 0, kMaxTime_s));
  WS_RETURN_IF_ERROR(CheckRange("to_s", grant.to_s, grant.from_s, kMaxTime_s));
  return CheckRange("distance_m", grant.distance_m, 0, kMaxGranted_m);
}

}  // namespace

absl::Status CheckMoveTimes(std::string_view field, const MoveQuery& query) {
  const std::span<const double> times_s = query.times_s;
  if (times_s.empty()) return absl::OkStatus();
  WS_RETURN_IF_ERROR(CheckCount(field, times_s.size(), query.samples.size(), query.samples.size()));
  for (size_t i = 0; i < times_s.size(); ++i) {
    WS_RETURN_IF_ERROR(WithinItem(field, i, CheckRange("", times_s[i], 0, kMaxTime_s)));
    if (i > 0 && times_s[i] < times_s[i - 1]) {
      return WithinItem(field, i, FieldError("", "must not be before the one before it"));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckMoveAllowances(const MoveAllowances& allowances) {
  WS_RETURN_IF_ERROR(CheckRange("max_speed_mps", allowances.max_speed_mps, 0, kMaxSpeed_mps));
  WS_RETURN_IF_ERROR(CheckRange("speed_tolerance", allowances.speed_tolerance, 1, kMaxSpeedTolerance));
  WS_RETURN_IF_ERROR(CheckCount("grants", allowances.grants.size(), 0, kMaxGrants));
  for (size_t i = 0; i < allowances.grants.size(); ++i) {
    WS_RETURN_IF_ERROR(WithinItem("grants", i, CheckGrant(allowances.grants[i])));
  }
  WS_RETURN_IF_ERROR(CheckRange("max_step_m", allowances.max_step_m.value_or(0), 0, kMaxStep_m));
  return CheckRange("max_drop_m", allowances.max_drop_m.value_or(0), 0, kMaxDrop_m);
}

absl::Status CheckMoveQuery(const MoveQuery& query) {
  WS_RETURN_IF_ERROR(CheckCount("samples", query.samples.size(), 1, UINT32_MAX));
  for (size_t i = 0; i < query.samples.size(); ++i) {
    WS_RETURN_IF_ERROR(WithinItem("samples", i, CheckFinite("", query.samples[i])));
  }
  WS_RETURN_IF_ERROR(CheckMoveTimes("times_s", query));
  WS_RETURN_IF_ERROR(CheckMoveAllowances(query.allowances));
  WS_RETURN_IF_ERROR(CheckSnapOptions(query.snap));
  return CheckRange("tolerance_m", query.tolerance_m, 0, kMaxTolerance_m);
}

}  // namespace waystone
