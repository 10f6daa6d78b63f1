#include "core/move/track_judge.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/deadline.h"
#include "core/base/status_macros.h"
#include "core/move/move_corrections.h"
#include "core/move/sample_clock.h"
#include "core/surface/field_checks.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

constexpr uint32_t kPollInterval = 64;  // [samples]
constexpr double kLongStep_m = 64;      // the deadline is looked at before each step longer than this
constexpr double kAnchorSpacing_m = 1;

}  // namespace

TrackJudge::TrackJudge(const MapView& map, const MoveQuery& query, MoveGround& ground, Scratch& scratch)
    : map_(map),
      polygons_(map.surface->AsPolygons()),
      mesh_(*map.navmesh),
      query_(query),
      origin_(map.manifest->origin),
      ground_(ground),
      scratch_(scratch),
      reach_(scratch.Borrow<ReachWorkspace>()),
      line_(scratch.Borrow<WalkLineWorkspace>()),
      air_(AirLimitsOf(query.allowances), state_.air) {
  if (query.resumed != nullptr) Resume(*query.resumed);
  const bool has_speed = query.allowances.max_speed_mps > 0 && !query.times_s.empty();
  if (!has_speed || !Makes(MoveCheck::kSpeed)) return;
  purse_.emplace(query.allowances.grants, state_.speed.drawn);
  budget_.emplace(SpeedLimitsOf(query.allowances), *purse_, state_.speed);
}

// Places without polygons may have changed since: cells are opened and closed by each request.
void TrackJudge::Resume(const MoveTrackState& state) {
  state_ = state;
  if (state.speed.balance_m < 0) debt_ = MoveDebt{0, state};
  if (ground_.HasPolygons()) return;
  for (std::optional<NavLocation>* place : {&state_.anchor, &state_.place, &state_.good, &state_.below}) {
    if (*place) *place = ground_.SnapTo((*place)->point, query_.snap, nullptr).place;
  }
}

absl::StatusOr<MoveAnswer> TrackJudge::Run() {
  for (uint32_t i = 0; i < query_.samples.size(); ++i) {
    Take(i);
    const bool is_long = !is_first_ && PlaneDistance(state_.position, position_) > kLongStep_m;
    if (i % kPollInterval == 0 || is_long) WS_RETURN_IF_ERROR(CheckInTime(query_.deadline));
    if (!Passes()) {
      WS_RETURN_IF_ERROR(stopped_);
      AddEvidence();
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
  if (place_ && stand_ == Stand::kGround) answer_.end = place_->point + origin_;
  if (stand_ == Stand::kAfloat) answer_.end = position_ + origin_;
  if (query_.is_continued) answer_.state = state_;
  return std::move(answer_);
}

void TrackJudge::Take(uint32_t sample) {
  sample_ = sample;
  is_first_ = sample == 0 && query_.resumed == nullptr;
  position_ = query_.samples[sample] - origin_;
  marked_ = query_.states.empty() ? MoveState::kUnmarked : query_.states[sample];
  if (!query_.times_s.empty()) time_s_ = SampleTime_s(query_, sample, is_first_, state_);
  saved_m_ = HasSpeed() && !is_first_ ? budget_->Saved_m(state_.time_s, time_s_) : 0;
  if (query_.is_continued && !query_.corrections.IsEmpty()) before_ = state_;
  if (is_first_) {
    state_.time_s = time_s_;
    state_.anchor_position = position_;
  }
  is_straight_ = false;
  is_flown_ = false;
  walk_.pieces.clear();
  walk_.has_teleport = false;
}

bool TrackJudge::Passes() {
  if (!IsWithinBounds()) return false;
  FindPlace();
  stand_ = StandHere();
  walked_m_ = FromAnchor_m();
  // Ground beside or below a link that the agent is on says nothing about how far it has come.
  const bool is_on_link = (IsOffSurface() || IsAboveJumps()) && IsOnLink();
  if (is_on_link) stand_ = Stand::kOnLink;
  // A teleport leads further than any walk.
  if (HasSpeed() && !is_first_ && !is_on_link && !MayTeleport()) {
    if (Spent_m() > budget_->Available_m(state_.time_s, time_s_) && !PassesSpeed()) return false;
  }
  if (!PassesBy(stand_) && !PassesOtherwise()) return false;
  return is_first_ || !HasSpeed() || PassesSpeed();
}

// Whether a sample that is neither carried, thrown nor swimming lies over no place of its own.
bool TrackJudge::IsOffSurface() const {
  if (is_first_ || marked_ == MoveState::kSwimming || marked_ == MoveState::kPlatform) return false;
  if (IsThrown() || IsTouched(MoveGrant::Kind::kPlatform) || stand_ == Stand::kAfloat) return false;
  return !place_ || PlaneDistance(place_->point, position_) > kSampleError_m;
}

// Whether a sample in the air is higher than a jump from the ground below leads, or comes after one on a link.
bool TrackJudge::IsAboveJumps() const {
  if (is_first_ || stand_ != Stand::kAir || IsThrown()) return false;
  return !place_ || Height_m() > query_.allowances.max_jump_m + kHeightError_m ||
         (!state_.place && !state_.air.is_airborne);
}

// What the first look calls illegal may be a jump beside something higher, the middle of a link, or a little off.
bool TrackJudge::PassesOtherwise() {
  if (!stopped_.ok() || is_first_ || stand_ == Stand::kAfloat) return false;
  const MoveViolation violation = answer_.violation;
  if (stand_ == Stand::kGround && FliesOverLowerGround()) return true;
  if (!stopped_.ok()) return false;
  answer_.violation = violation;
  if (IsOnLink()) {
    answer_.violation = {};
    stand_ = Stand::kOnLink;
    return true;
  }
  if (violation.kind != MoveViolationKind::kBlocked || stand_ != Stand::kGround || !WalksNearly())
    return false;
  answer_.violation = {};
  return PassesSteps() && PassesSweep();
}

// If not, the sample is judged on as before.
bool TrackJudge::FliesOverLowerGround() {
  const std::optional<NavLocation> place = place_;
  const double off_m = off_m_;
  const double walked_m = walked_m_;
  const AirState air = state_.air;
  if (!IsAboveLowerGround()) return false;
  answer_.violation = {};
  if (PassesBy(stand_ = Stand::kAir)) return true;
  stand_ = Stand::kGround;
  place_ = place;
  off_m_ = off_m;
  walked_m_ = walked_m;
  state_.air = air;
  return false;
}

bool TrackJudge::PassesBy(Stand stand) {
  switch (stand) {
    case Stand::kCarried:
    case Stand::kOnLink:
      return true;
    case Stand::kAfloat:
      return PassesAfloat();
    case Stand::kSwimming:
      // It would be afloat if there were something to swim in.
      if (map_.surface->Scenes() != nullptr && !query_.skipped.Has(MoveCheck::kSurface))
        return BreakNotAfloat();
      [[fallthrough]];
    case Stand::kAir:
      return PassesAir(stand) && FliesFree(stand) && PassesBelow(stand);
    case Stand::kGround:
      break;
  }
  const bool is_too_high = marked_ == MoveState::kGrounded && Height_m() > GroundBand_m();
  if ((!place_ || is_too_high || IsAboveWater()) && !query_.skipped.Has(MoveCheck::kSurface))
    return BreakOffMesh();
  if (!place_) return true;
  if (!state_.anchor) return true;
  if (Makes(MoveCheck::kReachability) && !PassesRule()) return false;
  if (IsThrown() || state_.air.is_thrown) return true;
  if (polygons_.IsGraph()) return LeadsOverGraph();
  if (WasAfloat()) return !Makes(MoveCheck::kWalk) || PassesThrough();
  return !Makes(MoveCheck::kWalk) || (PassesWalk() && PassesSteps() && PassesSweep());
}

// Whether the agent came down from the anchor where it may not climb up again.
bool TrackJudge::HasDropped() const {
  if (state_.anchor->point.y - place_->point.y <= kSampleError_m + kHeightError_m) return false;
  if (state_.anchor->poly.IsNone() || place_->poly.IsNone()) return false;
  return map_.zones->ComponentOf(state_.anchor->poly) != map_.zones->ComponentOf(place_->poly);
}

// The walk to the next sample begins here.
void TrackJudge::MoveAnchor() {
  state_.anchor = place_;
  state_.anchor_position = position_;
  state_.anchor_spent_m = 0;
}

void TrackJudge::Advance() {
  const bool is_thrown = IsThrown();
  const AirTime::Sample flight = Flight();
  state_.position = position_;
  if (is_first_ || time_s_ > state_.time_s) state_.since_s = state_.time_s;
  const bool stands = stand_ != Stand::kAir && !is_flown_ && !IsOffSurface();
  if (stands) state_.link_since_s.reset();
  if (is_flown_ && !state_.link_since_s) state_.link_since_s = time_s_;
  state_.time_s = time_s_;
  state_.is_timed = !query_.times_s.empty();
  state_.anchor_spent_m = walked_m_;
  state_.place.reset();
  state_.below = IsAboveWater() ? std::nullopt : place_;
  if (purse_) purse_->ForgetBefore(time_s_);
  switch (stand_) {
    case Stand::kGround:
      if (!place_) return;
      state_.place = state_.good = place_;
      air_.Land(flight, place_->point.y);
      if (!state_.anchor || is_thrown || walked_m_ >= kAnchorSpacing_m || HasDropped()) MoveAnchor();
      return;
    case Stand::kAir:
      if (!state_.anchor && place_) {
        state_.good = place_;
        MoveAnchor();
      }
      return;
    case Stand::kOnLink:
      return air_.Leave();
    case Stand::kAfloat:
      // It leaps from the water, not from the surface beside it.
      state_.below.reset();
      if (place_) state_.good = place_;
      if (!place_ || !state_.anchor || walked_m_ >= kAnchorSpacing_m) MoveAnchor();
      return air_.Leave();
    case Stand::kSwimming:
    case Stand::kCarried:
      // A carried agent begins anew where it is set down, a swimmer where it lands.
      if (place_ && stand_ == Stand::kCarried) state_.good = place_;
      if (state_.anchor || walked_m_ >= kAnchorSpacing_m) MoveAnchor();
      state_.anchor.reset();
      return air_.Leave();
  }
}

// Whether to make the check; if so, it counts as made.
bool TrackJudge::Makes(MoveCheck check) {
  if (query_.skipped.Has(check)) return false;
  answer_.checks_made.Add(check);
  return true;
}

// Always false: what a check that is broken returns. `at` is map-local.
bool TrackJudge::Break(MoveCheck check, MoveViolationKind kind, double measured, double allowed,
                       const Vec3& at) {
  MoveViolation& violation = answer_.violation;
  violation = {kind, check, sample_, measured, allowed, at + origin_, std::nullopt, {}};
  if (state_.good) violation.last_good = state_.good->point + origin_;
  return false;
}

// Always false, as Break: what a check that must stop returns.
bool TrackJudge::Stop(absl::Status status) {
  stopped_ = std::move(status);
  return false;
}

// Whether the step to this sample (the first sample itself) touches a grant of that kind.
bool TrackJudge::IsTouched(MoveGrant::Kind kind) const {
  const std::span<const MoveGrant> grants = query_.allowances.grants;
  return std::any_of(grants.begin(), grants.end(), [&](const MoveGrant& grant) {
    return grant.kind == kind && (query_.times_s.empty() || Touches(grant, state_.time_s, time_s_));
  });
}

bool TrackJudge::IsThrown() const {
  return IsTouched(MoveGrant::Kind::kBlink) || IsTouched(MoveGrant::Kind::kKnockback);
}

bool TrackJudge::IsWithinBounds() {
  const Aabb& bounds = map_.manifest->bounds;
  if (bounds.IsEmpty() || !Makes(MoveCheck::kBounds)) return true;
  const Vec3& at = query_.samples[sample_];
  const double outside_m = std::max({bounds.min.x - at.x, at.x - bounds.max.x, bounds.min.y - at.y,
                                     at.y - bounds.max.y, bounds.min.z - at.z, at.z - bounds.max.z});
  if (outside_m <= kSnapReport_m) return true;
  return Break(MoveCheck::kBounds, MoveViolationKind::kOutOfBounds, outside_m, kSnapReport_m, position_);
}

void TrackJudge::FindPlace() {
  const NavLocation* const near = query_.mutually_reachable && state_.anchor ? &*state_.anchor : nullptr;
  const SnapResult snap = ground_.SnapTo(position_, query_.snap, near);
  nearest_ = snap.nearest;
  place_ = query_.skipped.Has(MoveCheck::kSurface) ? snap.nearest : snap.place;
  off_m_ = place_ ? Distance(place_->point, position_) : 0;
  if (!query_.skipped.Has(MoveCheck::kSurface)) Makes(MoveCheck::kSurface);
}

double TrackJudge::GroundBand_m() const { return mesh_.arrays().header.max_climb_m + kHeightError_m; }

double TrackJudge::Height_m() const { return place_ ? position_.y - place_->point.y : 0; }

TrackJudge::Stand TrackJudge::StandHere() {
  if (marked_ == MoveState::kPlatform || IsTouched(MoveGrant::Kind::kPlatform)) return Stand::kCarried;
  if (!IsThrown() && IsAfloat()) return Stand::kAfloat;
  if (query_.skipped.Has(MoveCheck::kAir)) return Stand::kGround;
  const bool is_high = !place_ || Height_m() > GroundBand_m() || IsAboveWater();
  if (IsThrown()) return IsTouched(MoveGrant::Kind::kKnockback) && is_high ? Stand::kAir : Stand::kGround;
  if (marked_ == MoveState::kSwimming) return Stand::kSwimming;
  // Who is said to fly, and touches the ground, has landed.
  if (marked_ == MoveState::kAirborne)
    return is_high || Height_m() > kHeightError_m ? Stand::kAir : Stand::kGround;
  if (marked_ == MoveState::kUnmarked && (place_ ? is_high : IsAboveDeepGround())) return Stand::kAir;
  return Stand::kGround;
}

// The evidence names the limit that the nearest surface exceeds.
bool TrackJudge::BreakOffMesh() {
  double measured_m = -1;
  double allowed_m = query_.snap.radius_m;
  if (nearest_) {
    const double above_m = nearest_->point.y - position_.y;
    measured_m = PlaneDistance(position_, nearest_->point);
    if (measured_m <= query_.snap.radius_m) {
      measured_m = std::abs(above_m);
      allowed_m = above_m > 0 ? query_.snap.max_above_m : query_.snap.max_below_m;
      if (marked_ == MoveState::kGrounded) allowed_m = std::min(allowed_m, GroundBand_m());
    }
  }
  const auto kind = is_first_ ? MoveViolationKind::kFromOffMesh : MoveViolationKind::kToOffMesh;
  return Break(MoveCheck::kSurface, kind, measured_m, allowed_m, position_);
}

// Between places on the surface, as far as there are some: that is where the agent stands. From a place in
// water or air to another the length is in three dimensions. Falls and leaps count in the plane only.
double TrackJudge::FromAnchor_m() const {
  const bool was_afloat = WasAfloat();
  const Vec3& from = state_.anchor && !was_afloat ? state_.anchor->point : state_.anchor_position;
  if (was_afloat && stand_ == Stand::kAfloat && !state_.air.is_airborne) return Distance(from, position_);
  const bool is_on_ground = !was_afloat && place_ && Height_m() <= GroundBand_m();
  return PlaneDistance(from, is_on_ground ? place_->point : position_);
}

double TrackJudge::WalkAllowed_m(const Vec3& to) const {
  if (HasSpeed()) {
    return std::max(0.0, state_.anchor_spent_m + budget_->Available_m(state_.time_s, time_s_));
  }
  // In water and air places may lie far from the samples.
  const Vec3& from = WasAfloat() ? state_.anchor_position : state_.anchor->point;
  return query_.allowances.max_detour_ratio * Distance(from, to) + query_.tolerance_m;
}

// Whether the agent may use some teleport of the map.
bool TrackJudge::MayTeleport() const {
  if (map_.links == nullptr) return false;
  const std::span<const uint32_t> teleports = map_.links->Teleports();
  return std::any_of(teleports.begin(), teleports.end(), [this](uint32_t link) {
    return MayUse(map_.links->link(LinkId(link)), map_.abilities);
  });
}

// [m] What the step to this sample adds to the walk from the anchor. No honest step is further than that, also if
// it comes back towards the anchor; a corrected agent begins at its last good place.
double TrackJudge::Spent_m() const {
  const double spent_m = walked_m_ - state_.anchor_spent_m;
  if (walk_.has_teleport) return spent_m;
  double step_m = PlaneDistance(state_.position, position_);
  if (state_.good) step_m = std::min(step_m, PlaneDistance(state_.good->point, position_));
  return std::max(spent_m, step_m - 2 * kSampleError_m);
}

bool TrackJudge::PassesSpeed() {
  const double spent_m = Spent_m();
  const double earned_m = (time_s_ - state_.time_s) * SpeedLimitsOf(query_.allowances).speed_mps;
  if (spent_m > state_.speed.balance_m + earned_m && budget_->IsPaid(time_s_)) {
    debt_ = MoveDebt{sample_, state_};
  }
  const std::optional<SpeedBreach> breach = budget_->Step(state_.time_s, time_s_, spent_m);
  return !breach || BreakSpeed(*breach);
}

bool TrackJudge::BreakSpeed(const SpeedBreach& breach) {
  Break(MoveCheck::kSpeed, MoveViolationKind::kTooFast, breach.measured_mps,
        SpeedLimitsOf(query_.allowances).speed_mps, position_);
  answer_.violation.walk = WalkedPoints();
  return false;
}

// A debt that was not paid back counts where it began.
bool TrackJudge::PassesEnd() {
  if (!HasSpeed() || query_.is_continued) return true;
  const std::optional<SpeedBreach> breach = budget_->End(time_s_);
  if (!breach) return true;
  if (debt_) state_ = std::move(debt_->before);
  Take(debt_ ? debt_->sample : 0);
  return BreakSpeed(*breach);
}

bool TrackJudge::BreakWalk(const StraightWalk& straight, double allowed_m) {
  if (straight.is_other_floor) {
    return Break(MoveCheck::kWalk, MoveViolationKind::kWrongFloor,
                 std::abs(straight.stop.point.y - place_->point.y), SameFloor_m(mesh_), position_);
  }
  return Break(MoveCheck::kWalk, MoveViolationKind::kBlocked, -1, allowed_m, straight.stop.point);
}

}  // namespace waystone
