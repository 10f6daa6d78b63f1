#include "server/convert/move_input.h"

#include <optional>
#include <span>

#include "core/base/field_error.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "server/convert/api_enums.h"
#include "server/convert/convert.h"
#include "server/convert/request_check.h"

namespace waystone {

namespace {

// What Effort::kQuick may cost.
constexpr double kQuickSnapRadiusM = 10;
constexpr size_t kQuickSamples = 64;
constexpr size_t kQuickGrants = 8;

absl::StatusOr<MoveGrant> ToGrant(const v1::MoveGrant& grant) {
  const std::optional<MoveGrant::Kind> kind = FromProto<MoveGrant::Kind>(grant.kind());
  if (!kind) return FieldError("kind", "required");
  return MoveGrant{*kind, grant.from_s(), grant.to_s(), grant.distance_m()};
}

}  // namespace

absl::Status MoveInput::Read(const RequestLimits& limits, const RequestScope& scope) {
  if (request_.has_track()) {
    if (request_.has_from() || request_.has_to()) {
      return FieldError("track", "must not be given together with `from` or `to`");
    }
    WS_RETURN_IF_ERROR(Within("track", ReadTrack(limits)));
  } else {
    WS_RETURN_IF_ERROR(ReadEnds(scope));
  }
  WS_RETURN_IF_ERROR(ReadChecks());
  WS_RETURN_IF_ERROR(Within("allowances", ReadAllowances()));
  WS_RETURN_IF_ERROR(CheckSpeedHasTimes());
  query_.snap = ToSnapOptions(request_.snap());
  query_.mutually_reachable = request_.snap().mutually_reachable();
  query_.is_continued = request_.return_token();
  if (request_.has_tolerance_m()) query_.tolerance_m = request_.tolerance_m();
  query_.seed = request_.seed();
  return absl::OkStatus();
}

absl::Status MoveInput::ReadEnds(const RequestScope& scope) {
  const bool is_next = !request_.token().empty() && request_.has_to();
  if (!request_.has_from() && !is_next) return FieldError("from", "required");
  if (request_.has_from()) WS_RETURN_IF_ERROR(Within("from", CheckPosition(request_.from())));
  if (request_.has_to()) WS_RETURN_IF_ERROR(Within("to", CheckPosition(request_.to())));
  if (request_.has_from() && !request_.to().map_id().empty() &&
      ResolveMapId(request_.to().map_id(), scope) != ResolveMapId(request_.from().map_id(), scope)) {
    return FieldError("to.map_id", "must be the map of `from`");
  }
  ends_ = {ToVec3(request_.from()), ToVec3(request_.to())};
  end_states_ = {*FromProto<MoveState>(request_.from_state()), *FromProto<MoveState>(request_.to_state())};
  const size_t first = request_.has_from() ? 0 : 1;
  const size_t count = (request_.has_to() ? 2 : 1) - first;
  query_.samples = std::span<const Vec3>(ends_).subspan(first, count);
  query_.states = std::span<const MoveState>(end_states_).subspan(first, count);
  return ReadEndTimes();
}

// Each end that is given has a time, or none has.
absl::Status MoveInput::ReadEndTimes() {
  if (!request_.has_from_time_s() && !request_.has_to_time_s()) return absl::OkStatus();
  const auto check = [](bool has_end, bool has_time, const char* field) {
    if (has_end == has_time) return absl::OkStatus();
    return FieldError(
        field, has_end ? "required, as the other end has a time" : "must not be given without the position");
  };
  WS_RETURN_IF_ERROR(check(request_.has_from(), request_.has_from_time_s(), "from_time_s"));
  WS_RETURN_IF_ERROR(check(request_.has_to(), request_.has_to_time_s(), "to_time_s"));
  end_times_s_ = {request_.from_time_s(), request_.to_time_s()};
  query_.times_s =
      std::span<const double>(end_times_s_).subspan(request_.has_from() ? 0 : 1, query_.samples.size());
  return absl::OkStatus();
}

absl::Status MoveInput::CheckSpeedHasTimes() const {
  if (query_.allowances.max_speed_mps == 0 || !query_.times_s.empty()) return absl::OkStatus();
  if (query_.samples.size() == 1 && request_.token().empty()) return absl::OkStatus();
  return FieldError("allowances.max_speed_mps",
                    request_.has_track() ? "needs track.time_s" : "needs from_time_s and to_time_s");
}

absl::Status MoveInput::ReadTrack(const RequestLimits& limits) {
  const auto& xyz = request_.track().xyz();
  if (xyz.size() % 3 != 0)
    return FieldError("xyz", StrCat("must be three numbers a sample, has ", xyz.size()));
  const int count = xyz.size() / 3;
  const int least = request_.token().empty() ? 2 : 1;
  if (count < least) return FieldError("xyz", StrCat("must hold ", least, " samples or more, holds ", count));
  WS_RETURN_IF_ERROR(CheckCount("xyz", count, limits.max_samples));
  samples_.reserve(count);
  for (int i = 0; i < xyz.size(); i += 3) samples_.emplace_back(xyz[i], xyz[i + 1], xyz[i + 2]);
  query_.samples = samples_;
  const v1::Track& track = request_.track();
  query_.times_s = {track.time_s().data(), static_cast<size_t>(track.time_s_size())};
  query_.received_s = {track.received_s().data(), static_cast<size_t>(track.received_s_size())};
  for (int i = 0; i < track.states_size(); ++i) states_.push_back(*FromProto<MoveState>(track.states(i)));
  query_.states = states_;
  return CheckMoveTimes({"time_s", "received_s", "states"}, query_);
}

absl::Status MoveInput::ReadChecks() {
  query_.rule = *FromProto<MoveRule>(request_.rule());
  for (int i = 0; i < request_.skipped_checks_size(); ++i) {
    const std::optional<MoveCheck> check = FromProto<MoveCheck>(request_.skipped_checks(i));
    if (!check) return WithinItem("skipped_checks", i, FieldError("", "required"));
    query_.skipped.Add(*check);
  }
  for (int i = 0; i < request_.corrections_size(); ++i) {
    const auto kind = FromProto<MoveCorrection::Kind>(request_.corrections(i));
    if (!kind) return WithinItem("corrections", i, FieldError("", "must be SLIDE, FURTHEST or LAST_GOOD"));
    query_.corrections.Add(*kind);
  }
  return absl::OkStatus();
}

absl::Status MoveInput::ReadAllowances() {
  if (!request_.has_allowances()) return absl::OkStatus();
  const v1::MoveAllowances& allowances = request_.allowances();
  MoveAllowances& out = query_.allowances;
  out.max_speed_mps = allowances.max_speed_mps();
  if (allowances.speed_tolerance() != 0) out.speed_tolerance = allowances.speed_tolerance();
  if (allowances.has_max_step_m()) out.max_step_m = allowances.max_step_m();
  if (allowances.has_max_drop_m()) out.max_drop_m = allowances.max_drop_m();
  if (allowances.has_max_detour_ratio()) out.max_detour_ratio = allowances.max_detour_ratio();
  if (allowances.has_max_jump_m()) out.max_jump_m = allowances.max_jump_m();
  if (allowances.has_gravity_mps2()) out.gravity_mps2 = allowances.gravity_mps2();
  if (allowances.has_max_air_s()) out.max_air_s = allowances.max_air_s();
  if (allowances.has_max_rise_mps()) out.max_rise_mps = allowances.max_rise_mps();
  if (allowances.has_credit_s()) out.credit_s = allowances.credit_s();
  if (allowances.has_debt_s()) out.debt_s = allowances.debt_s();
  if (allowances.has_max_lag_s()) out.max_lag_s = allowances.max_lag_s();
  for (int i = 0; i < allowances.grants_size(); ++i) {
    const absl::StatusOr<MoveGrant> grant = ToGrant(allowances.grants(i));
    if (!grant.ok()) return WithinItem("grants", i, grant.status());
    grants_.push_back(*grant);
  }
  out.grants = grants_;
  return CheckMoveAllowances(out);
}

bool MoveInput::IsQuick() const {
  const std::span<const Vec3> samples = query_.samples;
  const bool is_alone = samples.size() < 2 && request_.token().empty();
  if (is_alone || samples.size() > kQuickSamples || grants_.size() > kQuickGrants) return false;
  double length_m = 0;
  for (size_t i = 1; i < samples.size(); ++i) length_m += PlaneDistance(samples[i - 1], samples[i]);
  return length_m <= kQuickMoveM && query_.snap.radius_m <= kQuickSnapRadiusM;
}

}  // namespace waystone
