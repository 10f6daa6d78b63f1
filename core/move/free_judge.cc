#include "core/move/free_judge.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/deadline.h"
#include "core/base/status_macros.h"
#include "core/move/move_corrections.h"
#include "core/move/sample_clock.h"
#include "core/move/track_judge.h"
#include "core/surface/field_checks.h"

namespace waystone {
namespace {

constexpr uint32_t kPollInterval = 64;  // [samples]
constexpr double kAnchorSpacing_m = 1;
constexpr double kAnyLength = std::numeric_limits<double>::infinity();

double Length_m(const std::vector<Vec3>& line) {
  double length_m = 0;
  for (size_t i = 1; i < line.size(); ++i) length_m += Distance(line[i - 1], line[i]);
  return length_m;
}

}  // namespace

FreeJudge::FreeJudge(const MapView& map, const MoveQuery& query, FreeGround& ground, Scratch& scratch)
    : map_(map),
      query_(query),
      origin_(map.manifest->origin),
      ground_(ground),
      snap_{query.snap.radius_m, query.snap.radius_m, query.snap.radius_m},
      reach_(scratch.Borrow<ReachWorkspace>()),
      air_(AirLimitsOf(query.allowances), state_.air) {
  if (query.resumed != nullptr) state_ = *query.resumed;
  if (state_.speed.balance_m < 0) debt_ = MoveDebt{0, state_};
  const bool has_speed = query.allowances.max_speed_mps > 0 && !query.times_s.empty();
  if (!has_speed || !Makes(MoveCheck::kSpeed)) return;
  purse_.emplace(query.allowances.grants, state_.speed.drawn);
  budget_.emplace(SpeedLimitsOf(query.allowances), *purse_, state_.speed);
}

absl::StatusOr<MoveAnswer> FreeJudge::Run() {
  for (uint32_t i = 0; i < query_.samples.size(); ++i) {
    if (i % kPollInterval == 0) WS_RETURN_IF_ERROR(CheckInTime(query_.deadline));
    Take(i);
    if (!Passes()) {
      WS_RETURN_IF_ERROR(stopped_);
      Correct();
      WS_RETURN_IF_ERROR(stopped_);
      return std::move(answer_);
    }
    Advance();
  }
  if (!PassesEnd()) {
    Correct();
    return std::move(answer_);
  }
  answer_.verdict = MoveVerdict::kLegal;
  if (place_) answer_.end = place_->point + origin_;
  if (query_.is_continued) answer_.state = state_;
  return std::move(answer_);
}

void FreeJudge::Take(uint32_t sample) {
  sample_ = sample;
  is_first_ = sample == 0 && query_.resumed == nullptr;
  position_ = query_.samples[sample] - origin_;
  if (!query_.times_s.empty()) time_s_ = SampleTime_s(query_, sample, is_first_, state_);
  if (is_first_) state_.time_s = time_s_;
  saved_m_ = HasSpeed() && !is_first_ ? budget_->Saved_m(state_.time_s, time_s_) : 0;
  if (query_.is_continued && !query_.corrections.IsEmpty()) before_ = state_;
  const bool is_marked = !query_.states.empty() && query_.states[sample] == MoveState::kPlatform;
  is_carried_ = is_marked || IsTouched(MoveGrant::Kind::kPlatform);
  way_.clear();
  walked_m_ = 0;
}

bool FreeJudge::Passes() {
  const Aabb& bounds = map_.manifest->bounds;
  if (!bounds.IsEmpty() && Makes(MoveCheck::kBounds)) {
    const Vec3& at = query_.samples[sample_];
    const double outside_m = std::max({bounds.min.x - at.x, at.x - bounds.max.x, bounds.min.y - at.y,
                                       at.y - bounds.max.y, bounds.min.z - at.z, at.z - bounds.max.z});
    if (outside_m > kSnapReport_m) {
      return Break(MoveCheck::kBounds, MoveViolationKind::kOutOfBounds, outside_m, kSnapReport_m);
    }
  }
  const SnapResult snap = ground_.SnapTo(position_, snap_);
  const bool checks_surface = Makes(MoveCheck::kSurface);
  nearest_ = snap.nearest;
  place_ = checks_surface ? snap.place : snap.nearest;
  if (is_carried_) return true;
  if (!place_) {
    if (!checks_surface) return true;
    const auto kind = is_first_ ? MoveViolationKind::kFromOffMesh : MoveViolationKind::kToOffMesh;
    return Break(MoveCheck::kSurface, kind, snap.distance_m, query_.snap.radius_m);
  }
  if (!state_.anchor) return true;
  way_ = {state_.anchor->point, place_->point};
  walked_m_ = Length_m(way_);
  // What is too fast straight is so by every way.
  if (HasSpeed() && walked_m_ - state_.anchor_spent_m > budget_->Available_m(state_.time_s, time_s_)) {
    return PassesSpeed();
  }
  if (!PassesRise()) return false;
  const bool may_come = !Makes(MoveCheck::kReachability) ||
                        MayCome(map_, query_.rule, state_.anchor->poly, place_->poly, *reach_);
  if (!may_come) return BreakApart();
  if (!IsThrown() && Makes(MoveCheck::kWalk) && !PassesWay()) return false;
  return !HasSpeed() || PassesSpeed();
}

// [m] From the anchor.
double FreeJudge::Allowed_m() const {
  if (HasSpeed()) {
    return std::max(0.0, state_.anchor_spent_m + budget_->Available_m(state_.time_s, time_s_));
  }
  return query_.allowances.max_detour_ratio * Distance(state_.anchor->point, place_->point) +
         query_.tolerance_m;
}

AirTime::Sample FreeJudge::Flight() const {
  const double from_s = time_s_ > state_.time_s ? state_.time_s : state_.since_s;
  return {position_.y, state_.position.y, std::nullopt, from_s, time_s_};
}

// What carries or throws the agent may lift it as fast as it likes.
bool FreeJudge::ChecksRise() const {
  return query_.allowances.max_rise_mps && !query_.times_s.empty() && state_.anchor && !IsThrown() &&
         !query_.skipped.Has(MoveCheck::kAir);
}

bool FreeJudge::PassesRise() {
  if (!ChecksRise() || !Makes(MoveCheck::kAir)) return true;
  const std::optional<AirBreach> breach = air_.Rise(Flight());
  return !breach || Break(MoveCheck::kAir, breach->kind, breach->measured, breach->allowed);
}

bool FreeJudge::PassesWay() {
  if (ground_.IsLineFree(*state_.anchor, *place_)) return true;
  FreeWay way = ground_.FindWay(*state_.anchor, *place_, kAnyLength, query_.deadline);
  if (IsLate(way.outcome)) {
    stopped_ = CheckInTime(query_.deadline);
    return false;
  }
  if (way.outcome == SearchOutcome::kExpansionLimit) {
    met_limit_ = true;
    return true;
  }
  const double allowed_m = Allowed_m();
  if (way.line.empty()) return Break(MoveCheck::kWalk, MoveViolationKind::kBlocked, -1, allowed_m);
  const double way_m = Length_m(way.line);
  // The way is known to a voxel at each turn, and samples to their error.
  const double error_m = kSampleError_m + ground_.grain_m() * static_cast<double>(way.line.size() - 1);
  if (way_m <= allowed_m + error_m) {
    walked_m_ = std::max(walked_m_, way_m - error_m);
    way_ = std::move(way.line);
    return true;
  }
  Break(MoveCheck::kWalk, MoveViolationKind::kBlocked, way_m, allowed_m);
  for (const Vec3& point : way.line) answer_.violation.walk.push_back(point + origin_);
  return false;
}

// Counts what a step adds to the path from the anchor, also if it comes back towards it.
bool FreeJudge::PassesSpeed() {
  if (is_first_) return true;
  const double step_m = Distance(state_.position, position_) - 2 * kSampleError_m;
  const double spent_m = std::max(walked_m_ - state_.anchor_spent_m, step_m);
  const double earned_m = (time_s_ - state_.time_s) * SpeedLimitsOf(query_.allowances).speed_mps;
  if (spent_m > state_.speed.balance_m + earned_m && budget_->IsPaid(time_s_))
    debt_ = MoveDebt{sample_, state_};
  const std::optional<SpeedBreach> breach = budget_->Step(state_.time_s, time_s_, spent_m);
  if (!breach) return true;
  return Break(MoveCheck::kSpeed, MoveViolationKind::kTooFast, breach->measured_mps,
               SpeedLimitsOf(query_.allowances).speed_mps);
}

// A debt that was not paid back counts where it began.
bool FreeJudge::PassesEnd() {
  if (!HasSpeed() || query_.is_continued) return true;
  const std::optional<SpeedBreach> breach = budget_->End(time_s_);
  if (!breach) return true;
  if (debt_) state_ = std::move(debt_->before);
  Take(debt_ ? debt_->sample : 0);
  nearest_ = ground_.SnapTo(position_, snap_).nearest;
  return Break(MoveCheck::kSpeed, MoveViolationKind::kTooFast, breach->measured_mps,
               SpeedLimitsOf(query_.allowances).speed_mps);
}

void FreeJudge::Advance() {
  state_.position = position_;
  if (is_first_ || time_s_ > state_.time_s) state_.since_s = state_.time_s;
  state_.time_s = time_s_;
  state_.is_timed = !query_.times_s.empty();
  state_.place = place_;
  if (purse_) purse_->ForgetBefore(time_s_);
  if (place_) state_.good = place_;
  if (is_carried_ || IsThrown()) state_.air.rise_from_s.reset();
  if (is_carried_ || !place_) {
    state_.anchor.reset();
    state_.anchor_spent_m = 0;
    return;
  }
  state_.anchor_spent_m = walked_m_;
  if (state_.anchor && walked_m_ < kAnchorSpacing_m) return;
  state_.anchor = place_;
  state_.anchor_position = position_;
  state_.anchor_spent_m = 0;
}

bool FreeJudge::Makes(MoveCheck check) {
  if (query_.skipped.Has(check)) return false;
  answer_.checks_made.Add(check);
  return true;
}

// The agent could have come to the place of its own part that is nearest to the sample.
bool FreeJudge::BreakApart() {
  nearest_ = ground_.NearestIn(state_.anchor->poly, position_);
  const double off_m = nearest_ ? Distance(position_, nearest_->point) : kAnyLength;
  const bool is_around = off_m <= kSnapReport_m;
  return Break(MoveCheck::kReachability, MoveViolationKind::kUnreachable, is_around ? off_m : -1, 0);
}

// Always false: what a check that is broken returns.
bool FreeJudge::Break(MoveCheck check, MoveViolationKind kind, double measured, double allowed) {
  answer_.violation = {kind, check, sample_, measured, allowed, position_ + origin_, std::nullopt, {}};
  if (state_.good) answer_.violation.last_good = state_.good->point + origin_;
  return false;
}

bool FreeJudge::IsTouched(MoveGrant::Kind kind) const {
  return std::ranges::any_of(query_.allowances.grants, [&](const MoveGrant& grant) {
    return grant.kind == kind && (query_.times_s.empty() || Touches(grant, state_.time_s, time_s_));
  });
}

bool FreeJudge::IsThrown() const {
  return IsTouched(MoveGrant::Kind::kBlink) || IsTouched(MoveGrant::Kind::kKnockback);
}

// [m] Map-local height that the agent can have risen to by this sample.
double FreeJudge::Highest_m() {
  if (!ChecksRise()) return kAnyLength;
  air_.Rise(Flight());
  const AirState& air = state_.air;
  return air.rise_from_m + *query_.allowances.max_rise_mps * (time_s_ - *air.rise_from_s);
}

// Goes along the path from the last good place to the free space beside this sample, no higher than it can have risen.
std::optional<Vec3> FreeJudge::FurthestWithin(double max_m, double& walk_m) {
  if (!nearest_ || nearest_->poly != state_.good->poly) return std::nullopt;
  std::vector<Vec3> line = {state_.good->point, nearest_->point};
  if (!ground_.IsLineFree(*state_.good, *nearest_)) {
    FreeWay way = ground_.FindWay(*state_.good, *nearest_, kAnyLength, query_.deadline);
    if (IsLate(way.outcome)) stopped_ = CheckInTime(query_.deadline);
    if (way.outcome != SearchOutcome::kFound) return std::nullopt;
    line = std::move(way.line);
  }
  const double highest_m = std::max(state_.good->point.y, Highest_m());
  walk_m = 0;
  for (size_t i = 1; i < line.size(); ++i) {
    const Vec3 piece = line[i] - line[i - 1];
    const double piece_m = Length(piece);
    double share = 1;
    if (walk_m + piece_m > max_m) share = (max_m - walk_m) / piece_m;
    if (line[i].y > highest_m) share = std::min(share, (highest_m - line[i - 1].y) / piece.y);
    walk_m += piece_m * share;
    if (share < 1) return line[i - 1] + piece * share;
  }
  return line.back();
}

void FreeJudge::Offer(MoveCorrection::Kind kind, const Vec3& at, double walk_m) {
  if (!query_.corrections.Has(kind)) return;
  MoveCorrection correction{kind, at + origin_, Distance(position_, at), walk_m, {}};
  if (query_.is_continued) {
    MoveTrackState state = before_;
    if (HasSpeed() && !is_first_) {
      GrantPurse purse(query_.allowances.grants, state.speed.drawn);
      SpeedBudget(SpeedLimitsOf(query_.allowances), purse, state.speed).Step(before_.time_s, time_s_, walk_m);
    }
    state.position = state.anchor_position = at;
    state.time_s = time_s_;
    state.is_timed = !query_.times_s.empty();
    state.anchor = state.place = state.good = ground_.SnapTo(at, snap_).place;
    state.anchor_spent_m = 0;
    correction.state = std::move(state);
  }
  answer_.corrections.push_back(std::move(correction));
}

void FreeJudge::Correct() {
  if (query_.corrections.IsEmpty()) return;
  if (!state_.good) {
    if (nearest_ && is_first_) Offer(MoveCorrection::Kind::kFurthest, nearest_->point, 0);
    return;
  }
  if (query_.corrections.Has(MoveCorrection::Kind::kFurthest) &&
      answer_.violation.kind != MoveViolationKind::kOutOfBounds) {
    const double straight_m = nearest_ ? Distance(state_.good->point, nearest_->point) : 0;
    const double max_m =
        HasSpeed() ? saved_m_ : query_.allowances.max_detour_ratio * straight_m + query_.tolerance_m;
    double walk_m = 0;
    const std::optional<Vec3> at = FurthestWithin(max_m, walk_m);
    Offer(MoveCorrection::Kind::kFurthest, at.value_or(state_.good->point), at ? walk_m : 0);
  }
  Offer(MoveCorrection::Kind::kLastGood, state_.good->point, 0);
}

}  // namespace waystone
