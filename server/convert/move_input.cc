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

// What Effort::kQuick may cost: a walk crosses some polygons per metre.
constexpr double kQuickMoveM = 200;
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
  query_.snap = ToSnapOptions(request_.snap());
  if (request_.has_tolerance_m()) query_.tolerance_m = request_.tolerance_m();
  query_.seed = request_.seed();
  return absl::OkStatus();
}

absl::Status MoveInput::ReadEnds(const RequestScope& scope) {
  if (!request_.has_from()) return FieldError("from", "required");
  WS_RETURN_IF_ERROR(Within("from", CheckPosition(request_.from())));
  if (request_.has_to()) WS_RETURN_IF_ERROR(Within("to", CheckPosition(request_.to())));
  if (!request_.to().map_id().empty() &&
      ResolveMapId(request_.to().map_id(), scope) != ResolveMapId(request_.from().map_id(), scope)) {
    return FieldError("to.map_id", "must be the map of `from`");
  }
  ends_ = {ToVec3(request_.from()), ToVec3(request_.to())};
  query_.samples = std::span<const Vec3>(ends_).first(request_.has_to() ? 2 : 1);
  return absl::OkStatus();
}

absl::Status MoveInput::ReadTrack(const RequestLimits& limits) {
  const auto& xyz = request_.track().xyz();
  if (xyz.size() % 3 != 0)
    return FieldError("xyz", StrCat("must be three numbers a sample, has ", xyz.size()));
  const int count = xyz.size() / 3;
  if (count < 2) return FieldError("xyz", StrCat("must hold 2 samples or more, holds ", count));
  WS_RETURN_IF_ERROR(CheckCount("xyz", count, limits.max_samples));
  samples_.reserve(count);
  for (int i = 0; i < xyz.size(); i += 3) samples_.emplace_back(xyz[i], xyz[i + 1], xyz[i + 2]);
  query_.samples = samples_;
  query_.times_s = {request_.track().time_s().data(), static_cast<size_t>(request_.track().time_s_size())};
  return CheckMoveTimes("time_s", query_);
}

absl::Status MoveInput::ReadChecks() {
  query_.rule = *FromProto<MoveRule>(request_.rule());
  for (int i = 0; i < request_.skipped_checks_size(); ++i) {
    const std::optional<MoveCheck> check = FromProto<MoveCheck>(request_.skipped_checks(i));
    if (!check) return WithinItem("skipped_checks", i, FieldError("", "required"));
    query_.skipped.Add(*check);
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
  if (samples.size() < 2 || samples.size() > kQuickSamples || grants_.size() > kQuickGrants) return false;
  double length_m = 0;
  for (size_t i = 1; i < samples.size(); ++i) length_m += PlaneDistance(samples[i - 1], samples[i]);
  return length_m <= kQuickMoveM && query_.snap.radius_m <= kQuickSnapRadiusM;
}

}  // namespace waystone
