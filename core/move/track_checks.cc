// The checks of one sample against the ground.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/deadline.h"
#include "core/move/agent_sweep.h"
#include "core/move/ground_steps.h"
#include "core/move/move_corrections.h"
#include "core/move/track_judge.h"
#include "core/surface/agent_body.h"
#include "core/surface/field_checks.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

// [share of the body's height] where flights are looked at.
constexpr double kFlightHeight = 0.5;
// [m/s] No flight along a link is slower.
constexpr double kSlowestFlight_mps = 2;

}  // namespace

bool TrackJudge::PassesRule() {
  // Opened cells may lead where the zones know no way: the walk decides.
  if (query_.changes != nullptr && query_.changes->OpensCells()) return true;
  const NavLocation& from = *state_.anchor;
  const PolyId goes_on = polygons_.GoesOnFrom(map_, from);
  const bool is_joined = query_.changes == nullptr && polygons_.AreJoined(map_, from, *place_);
  if (is_joined || MayCome(map_, query_.rule, goes_on, place_->poly, *reach_)) {
    return true;
  }
  const NavLocation stop = ground_.WalkStraight(from, *place_).stop;
  if (MayCome(map_, query_.rule, goes_on, stop.poly, *reach_) && StandsBefore(stop)) return true;
  const std::optional<NavLocation> nearest = NearestByRule(map_, query_.rule, goes_on, position_, scratch_);
  if (nearest && !polygons_.IsGraph() && IsAsNear(*nearest)) {
    SetPlace(*nearest);
    return true;
  }
  return Break(MoveCheck::kReachability, MoveViolationKind::kUnreachable,
               nearest ? Distance(position_, nearest->point) : -1, 0, position_);
}

// On a graph nothing tells how an agent went: with closed arcs, some path must still lead there.
bool TrackJudge::LeadsOverGraph() {
  if (query_.changes == nullptr || !query_.changes->MayClose()) return true;
  const double anywhere_m = std::numeric_limits<double>::max() / 4;
  const FoundWalk walk = ground_.FindWalk(*state_.anchor, *place_, anywhere_m, query_.deadline);
  if (IsLate(walk.outcome)) return Stop(CheckInTime(query_.deadline));
  if (walk.outcome == SearchOutcome::kFound || walk.outcome == SearchOutcome::kExpansionLimit) return true;
  return Break(MoveCheck::kReachability, MoveViolationKind::kUnreachable, -1, 0, position_);
}

AirTime::Sample TrackJudge::Flight() const {
  const double from_s = time_s_ > state_.time_s ? state_.time_s : state_.since_s;
  const std::optional<double> ground_m =
      state_.below ? std::optional<double>(state_.below->point.y) : std::nullopt;
  const bool leaves_water = stand_ == Stand::kAir && WasAfloat() && !state_.air.is_airborne;
  const double from_m = leaves_water ? LeavesWaterAt_m() : state_.position.y;
  return {position_.y, from_m, leaves_water ? from_m : ground_m, from_s, time_s_};
}

// Whether a jump or a fall can have led here.
bool TrackJudge::PassesAir(Stand stand) {
  if (!Makes(MoveCheck::kAir)) return true;
  if (IsThrown()) {
    air_.BeginInAir(position_.y, time_s_);
    state_.air.is_thrown = true;
    return true;
  }
  std::optional<AirBreach> breach;
  if (!state_.anchor && !state_.air.is_airborne && stand == Stand::kAir) {
    // Nothing is known of the flight before. Unmarked, it must be one from the ground below.
    const bool is_marked = marked_ == MoveState::kAirborne;
    const double rise_m = Height_m() - kHeightError_m;
    if (!is_marked && rise_m > query_.allowances.max_jump_m) {
      breach = AirBreach{MoveViolationKind::kTooHigh, Height_m(), query_.allowances.max_jump_m};
    }
    const bool is_low = place_ && rise_m <= query_.allowances.max_jump_m;
    air_.BeginInAir(is_low ? place_->point.y : position_.y, time_s_);
  } else if (stand == Stand::kSwimming) {
    if (!is_first_ && !query_.times_s.empty()) breach = air_.Rise(Flight());
  } else {
    breach = query_.times_s.empty() ? air_.FlyUntimed(Flight()) : air_.Fly(Flight());
  }
  if (!breach && stand != Stand::kSwimming && air_.HasLanded() && state_.below) {
    return StoodOn(*state_.below, state_.position);
  }
  if (!breach) {
    if (air_.MayHaveLanded()) KeepBothFlights();
    return stopped_.ok();
  }
  if (breach->kind != MoveViolationKind::kTooFast && JumpsFromHere()) return true;
  if (!stopped_.ok()) return false;
  return Break(MoveCheck::kAir, breach->kind, breach->measured, breach->allowed, position_);
}

// The agent flies on, or landed below the sample before and jumped again, if it could have walked there.
void TrackJudge::KeepBothFlights() {
  const bool is_judged = !query_.skipped.Has(MoveCheck::kWalk) && !polygons_.IsGraph();
  const MoveViolation violation = answer_.violation;
  const double walked_m = walked_m_;
  if (!state_.anchor || !state_.below || !is_judged || StandOn(*state_.below)) air_.KeepBoth();
  answer_.violation = violation;
  walked_m_ = walked_m;
  walk_.pieces.clear();
  walk_.has_teleport = false;
  is_straight_ = false;
}

// Whether the agent came to the ground below this sample since the one before, and jumped there.
bool TrackJudge::JumpsFromHere() {
  if (query_.times_s.empty() || !place_ || !state_.anchor || IsAboveWater()) return false;
  const std::optional<AirState> jump = air_.NextJump(Flight(), place_->point.y);
  if (!jump || !StoodOn(*place_, position_)) return false;
  state_.air = *jump;
  return true;
}

// Where the agent stood, if it can have walked to that ground since the sample before: the ground, or a border as near to
// the sample. Then `walk_` and `walked_m_` are of the walk there.
std::optional<NavLocation> TrackJudge::StandOn(const NavLocation& ground) {
  const std::optional<NavLocation> here = place_;
  place_ = ground;
  walked_m_ = PlaneDistance(state_.anchor->point, ground.point);
  std::optional<NavLocation> stood;
  if (PassesRule() && PassesWalk()) stood = place_;
  place_ = here;
  return stood;
}

// Whether the agent can have stood on that ground since the sample before, at `at`. If so, the walk goes on from there.
bool TrackJudge::StoodOn(const NavLocation& ground, const Vec3& at) {
  const bool is_judged = !query_.skipped.Has(MoveCheck::kWalk) && !polygons_.IsGraph();
  if (!state_.anchor || !is_judged) return true;
  const std::optional<NavLocation> stood = StandOn(ground);
  if (!stood) return false;
  const double more_m = std::max(0.0, walked_m_ - state_.anchor_spent_m);
  state_.anchor = stood;
  state_.anchor_position = at;
  state_.anchor_spent_m = 0;
  walked_m_ = FromAnchor_m() + more_m;
  return true;
}

// Whether nothing solid lies between this sample and the one before, or the agent could have walked below.
bool TrackJudge::FliesFree(Stand stand) {
  if (is_first_ || IsThrown() || query_.skipped.Has(MoveCheck::kWalk)) return true;
  const Vec3 up(0, map_.variant->agent.height_m * kFlightHeight, 0);
  const bool is_free =
      map_.collision == nullptr || !map_.collision->Blocked(state_.position + up, position_ + up);
  if (is_free) return true;
  if (stand == Stand::kAir && place_ && state_.anchor) {
    return MayCome(map_, query_.rule, state_.anchor->poly, place_->poly, *reach_)
               ? polygons_.IsGraph() || PassesWalk()
               : Break(MoveCheck::kWalk, MoveViolationKind::kBlocked, -1, WalkAllowed_m(place_->point),
                       state_.position + up);
  }
  return Break(MoveCheck::kWalk, MoveViolationKind::kBlocked, -1, 0, state_.position + up);
}

// Without times nothing tells how long a flight may last, and no later sample need land: the agent must have
// been able to walk to the ground below.
bool TrackJudge::PassesBelow(Stand stand) {
  if (stand != Stand::kAir || !query_.times_s.empty() || !place_ || !state_.anchor || IsThrown()) return true;
  if (IsAboveWater()) return true;
  if (Makes(MoveCheck::kReachability) && !PassesRule()) return false;
  return polygons_.IsGraph() || !Makes(MoveCheck::kWalk) || PassesWalk();
}

// A sample beside something higher snaps onto it. Whether the agent may be jumping over the ground below.
bool TrackJudge::IsAboveLowerGround() {
  const bool is_judged = !query_.times_s.empty() && !query_.skipped.Has(MoveCheck::kAir);
  if (marked_ != MoveState::kUnmarked || !place_ || !is_judged) return false;
  // Not if it stands on what is higher.
  if (Distance(place_->point, position_) <= kSampleError_m) return false;
  SnapOptions below = query_.snap;
  below.radius_m = kSampleError_m;
  below.max_above_m = 0;
  const SnapResult snap = ground_.SnapTo(position_ - Vec3(0, GroundBand_m(), 0), below, nullptr);
  if (!snap.place || snap.place->point.y >= place_->point.y - kHeightError_m) return false;
  SetPlace(*snap.place);
  off_m_ = Distance(place_->point, position_);
  return true;
}

// Whether the agent may be falling onto ground further below than the snap limits.
bool TrackJudge::IsAboveDeepGround() {
  if (is_first_ || !state_.anchor) return false;
  SnapOptions below = query_.snap;
  below.max_above_m = 0;
  below.max_below_m = kSnapReport_m;
  const SnapResult snap = ground_.SnapTo(position_, below, nullptr);
  if (!snap.place) return false;
  SetPlace(*snap.place);
  off_m_ = Distance(place_->point, position_);
  return true;
}

// What no walk explains may be the middle of a link.
bool TrackJudge::IsOnLink() {
  const MoveCheck broken = answer_.violation.check;
  if (!state_.anchor || broken == MoveCheck::kStep || broken == MoveCheck::kSweep) return false;
  if (query_.skipped.Has(MoveCheck::kWalk)) return false;
  // A track may pass over ground; a move that ends on it does not go on.
  const bool stands = place_ && Distance(place_->point, position_) <= mesh_.tolerance_m();
  if (stands && query_.times_s.empty()) return false;
  const double allowed_m = std::min(WalkAllowed_m(position_), kMaxCorrection_m);
  const std::optional<LinkPlace> on = ground_.WalkOntoLink(*state_.anchor, position_, allowed_m,
                                                           query_.allowances.max_jump_m, query_.deadline);
  if (!on) return Stop(CheckInTime(query_.deadline));
  if (!MayStay(*on)) return false;
  is_flown_ = on->flight_m > 0;
  walked_m_ = std::max(PlaneDistance(state_.anchor->point, position_), on->walk_m);
  return true;
}

// A link that is flown is left again. Who calls plans by links may draw their flights as straight lines.
bool TrackJudge::MayStay(const LinkPlace& on) const {
  if (on.flight_m == 0 || !state_.link_since_s || query_.times_s.empty()) return true;
  const double flight_s = air_.JumpTime_s() + on.flight_m / kSlowestFlight_mps;
  return time_s_ - *state_.link_since_s <= query_.allowances.max_air_s.value_or(flight_s);
}

// [m] Without times, or by the rule alone, a sample is where it says.
double TrackJudge::SampleError_m() const {
  const bool is_exact = query_.times_s.empty() || query_.skipped.Has(MoveCheck::kWalk);
  return is_exact ? mesh_.tolerance_m() : kSampleError_m;
}

// Samples are a little off: a place that is hardly further from the sample than the first one found may be meant. In water and
// air places lie far apart, and what lies between counts, too.
bool TrackJudge::IsAsNear(const NavLocation& other) const {
  if (Distance(other.point, position_) > off_m_ + SampleError_m()) return false;
  return stand_ != Stand::kAfloat || IsInSight(other);
}

void TrackJudge::SetPlace(const NavLocation& place) {
  place_ = place;
  walked_m_ = FromAnchor_m();
}

// The agent may be where a straight walk to the sample ends, on this side of a border.
bool TrackJudge::StandsBefore(const NavLocation& stop) {
  if (polygons_.IsGraph() || !IsAsNear(stop)) return false;
  SetPlace(stop);
  return true;
}

// Whether the agent could have walked from the anchor to this sample's place within its budget.
bool TrackJudge::PassesWalk() {
  const NavLocation& from = *state_.anchor;
  const StraightWalk straight = ground_.WalkStraight(from, *place_);
  const bool is_too_far = HasSpeed() && MayTeleport() && walked_m_ > WalkAllowed_m(place_->point);
  is_straight_ = !is_too_far && (straight.reached || StandsBefore(straight.stop));
  if (is_straight_) {
    walk_.outcome = SearchOutcome::kFound;
    walk_.pieces.assign(1, {from, place_->point});
    return true;
  }
  const double allowed_m = WalkAllowed_m(place_->point);
  walk_ = ground_.FindWalk(from, *place_, allowed_m, query_.deadline);
  if (IsLate(walk_.outcome)) return Stop(CheckInTime(query_.deadline));
  if (walk_.outcome == SearchOutcome::kFound) {
    walked_m_ = walk_.has_teleport ? walk_.length_m : std::max(walked_m_, walk_.length_m);
    // Before the end of a link that it is still on, the walk by that end is longer than what was walked.
    if (!state_.place) {
      const std::optional<LinkPlace> on = ground_.WalkOntoLink(from, position_, walk_.length_m,
                                                               query_.allowances.max_jump_m, query_.deadline);
      if (on) walked_m_ = std::max(FromAnchor_m(), on->walk_m);
    }
    return true;
  }
  // What is not proven wrong in so many expansions is let pass.
  if (walk_.outcome == SearchOutcome::kExpansionLimit) return true;
  return BreakWalk(straight, allowed_m);
}

// Whether the agent can have walked to somewhere as near to the sample as its place is.
bool TrackJudge::WalksNearly() {
  if (SampleError_m() < kSampleError_m) return false;
  const double allowed_m = WalkAllowed_m(place_->point);
  const double most_m = std::min(allowed_m, kMaxCorrection_m);
  const ReachedPlace near = ground_.NearestWithin(
      *state_.anchor, most_m, position_, [](const ReachedPlace&) { return true; }, query_.deadline);
  if (!IsAsNear(near.place)) return false;
  walk_ = ground_.FindWalk(*state_.anchor, near.place, allowed_m, query_.deadline);
  if (IsLate(walk_.outcome)) return Stop(CheckInTime(query_.deadline));
  if (walk_.outcome != SearchOutcome::kFound) return false;
  SetPlace(near.place);
  walked_m_ = std::max(walked_m_, walk_.length_m);
  return true;
}

// The surface keeps the limits it was baked for; only stricter ones are measured.
bool TrackJudge::PassesSteps() {
  if (!ground_.HasPolygons()) return true;
  const AgentProfile& agent = map_.variant->agent;
  const double max_step_m = query_.allowances.max_step_m.value_or(agent.max_climb_m);
  const bool measures_steps = max_step_m < agent.max_climb_m;
  if ((!measures_steps && !query_.allowances.max_drop_m) || !Makes(MoveCheck::kStep)) return true;
  const double max_drop_m = query_.allowances.max_drop_m.value_or(INFINITY);
  for (size_t i = 0; i < walk_.pieces.size(); ++i) {
    const WalkPiece& piece = walk_.pieces[i];
    if (i > 0) {
      const Vec3& left_at = walk_.pieces[i - 1].to;
      const double drop_m = left_at.y - piece.from.point.y;
      if (drop_m > max_drop_m) return BreakDrop(drop_m, left_at, max_drop_m);
    }
    const GroundSteps steps = FindSteps(LineOf(piece), agent.max_slope_deg);
    if (measures_steps && steps.up.height_m > max_step_m) {
      return Break(MoveCheck::kStep, MoveViolationKind::kStep, steps.up.height_m, max_step_m, steps.up.at);
    }
    if (steps.down.height_m > max_drop_m) return BreakDrop(steps.down.height_m, steps.down.at, max_drop_m);
  }
  return true;
}

// The line over the ground of a piece of the walk. A link's entry may lie off the line.
std::span<const Vec3> TrackJudge::LineOf(const WalkPiece& piece) {
  return WalkLine(mesh_, piece, kStray_m + kMaxLinkReach_m, *line_);
}

bool TrackJudge::BreakDrop(double height_m, const Vec3& at, double max_drop_m) {
  return Break(MoveCheck::kStep, MoveViolationKind::kDrop, height_m, max_drop_m, at);
}

// Only straight walks are swept, from the sample before: round a corner, nobody knows where the agent went.
bool TrackJudge::PassesSweep() {
  const AgentProfile& agent = map_.variant->agent;
  if (map_.collision == nullptr || BodyOf(agent).IsEmpty() || !is_straight_ || polygons_.IsGraph())
    return true;
  if (!Makes(MoveCheck::kSweep)) return true;
  const NavLocation from = state_.place.value_or(*state_.anchor);
  const bool is_from_anchor = from.point == state_.anchor->point;
  if (!is_from_anchor && !ground_.WalkStraight(from, *place_).reached) return true;
  const auto swept = SweepAgent(*map_.collision, LineOf({from, place_->point}), agent, query_.deadline);
  if (!swept.ok()) return Stop(swept.status());
  if (!*swept) return true;
  return Break(MoveCheck::kSweep, MoveViolationKind::kCollision, (*swept)->came_m,
               PlaneDistance(from.point, place_->point), (*swept)->at);
}

}  // namespace waystone
