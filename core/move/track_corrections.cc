// What is told of an illegal sample, and where the agent may be put instead.
#include <algorithm>
#include <utility>

#include "core/base/deadline.h"
#include "core/move/move_corrections.h"
#include "core/move/track_judge.h"
#include "core/surface/field_checks.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

// [m] How much further than allowed a walk is searched for, to tell how long it would have been.
constexpr double kEvidence_m = 16;

}  // namespace

// The walk to this sample as a line of points.
std::vector<Vec3> TrackJudge::WalkedPoints() const {
  std::vector<Vec3> points;
  for (const WalkPiece& piece : walk_.pieces) {
    const Vec3 from = piece.from.point + origin_;
    if (points.empty() || points.back() != from) points.push_back(from);
    points.push_back(piece.to + origin_);
  }
  return points;
}

// The walk that would have led there.
void TrackJudge::AddEvidence() {
  MoveViolation& violation = answer_.violation;
  const bool is_walk = violation.check == MoveCheck::kWalk && violation.allowed > 0;
  if (!is_walk || !place_ || !state_.anchor) return;
  const double evidence_m = std::min(2 * WalkAllowed_m(place_->point) + kEvidence_m, kMaxCorrection_m);
  walk_ = ground_.FindWalk(*state_.anchor, *place_, evidence_m, query_.deadline);
  if (IsLate(walk_.outcome)) Stop(CheckInTime(query_.deadline));
  if (walk_.outcome != SearchOutcome::kFound) return;
  if (violation.kind == MoveViolationKind::kBlocked) violation.measured = walk_.length_m;
  violation.walk = WalkedPoints();
}

void TrackJudge::Offer(MoveCorrection::Kind kind, const ReachedPlace& reached) {
  if (!query_.corrections.Has(kind)) return;
  const Vec3& at = reached.place.point;
  MoveCorrection correction{kind, at + origin_, Distance(position_, at), reached.walk_m, {}};
  if (query_.is_continued) correction.state = PutAt(reached);
  answer_.corrections.push_back(std::move(correction));
}

// The track of an agent that went to that place instead of this sample's.
MoveTrackState TrackJudge::PutAt(const ReachedPlace& reached) const {
  MoveTrackState state = before_;
  if (HasSpeed() && !is_first_) {
    GrantPurse purse(query_.allowances.grants, state.speed.drawn);
    SpeedBudget(SpeedLimitsOf(query_.allowances), purse, state.speed)
        .Step(before_.time_s, time_s_, reached.walk_m);
    purse.ForgetBefore(time_s_);
  }
  if (is_first_ || time_s_ > state.time_s) state.since_s = state.time_s;
  state.time_s = time_s_;
  state.is_timed = !query_.times_s.empty();
  state.position = state.anchor_position = reached.place.point;
  state.anchor = state.good = reached.place;
  const bool is_ground =
      reached.place.poly.IsNone() || map_.surface->KindOn(reached.place.poly) == LinkKind::kWalk;
  state.place = state.below = is_ground ? state.good : std::nullopt;
  state.anchor_spent_m = 0;
  state.link_since_s.reset();
  state.air.is_airborne = state.air.is_thrown = false;
  return state;
}

// Map-local: some way before the place where a step or a contact was met.
Vec3 TrackJudge::BeforeOnWalk(const MoveViolation& violation) const {
  const Vec3 at = violation.at - origin_;
  const Vec3 way = at - state_.good->point;
  const double length_m = Length(way.Plane());
  const double back_m = map_.variant->agent.radius_m + kSampleError_m;
  return length_m <= back_m ? state_.good->point : state_.good->point + way * (1 - back_m / length_m);
}

// A place to which the walk has a step too high, or a contact, is replaced by the last good one.
void TrackJudge::OfferIfPassable(MoveCorrection::Kind kind, const ReachedPlace& reached) {
  MoveViolation violation = std::move(answer_.violation);
  state_.anchor = state_.place = state_.good;
  place_ = reached.place;
  const StraightWalk straight = ground_.WalkStraight(*state_.good, reached.place);
  is_straight_ = straight.reached;
  if (is_straight_) {
    walk_.pieces.assign(1, {*state_.good, reached.place.point});
  } else {
    walk_ = ground_.FindWalk(*state_.good, reached.place, reached.walk_m, query_.deadline);
  }
  const bool is_passable = PassesSteps() && PassesSweep();
  answer_.violation = std::move(violation);
  Offer(kind, is_passable ? reached : ReachedPlace{*state_.good, 0});
}

CorrectionBudget TrackJudge::BudgetFromGood() const {
  if (HasSpeed()) return {saved_m_, 0, 0};
  const double ratio = query_.allowances.max_detour_ratio;
  return {ratio * Distance(state_.good->point, position_) + query_.tolerance_m, ratio, query_.tolerance_m};
}

// Offers the corrections that are wanted. Out of bounds, nothing near could be meant.
void TrackJudge::Correct() {
  if (query_.corrections.IsEmpty()) return;
  const MoveViolation& violation = answer_.violation;
  if (!state_.good) {
    if (nearest_ && is_first_) Offer(MoveCorrection::Kind::kFurthest, {*nearest_, 0});
    return;
  }
  if (violation.kind != MoveViolationKind::kOutOfBounds) {
    // A step, a drop and a contact are not passed.
    const bool is_on_walk = violation.check == MoveCheck::kStep || violation.check == MoveCheck::kSweep;
    const Vec3 claimed = is_on_walk ? BeforeOnWalk(violation) : position_;
    const CorrectionBudget budget = BudgetFromGood();
    const Corrections corrections(mesh_, ground_, *state_.good, budget, query_.deadline);
    if (query_.corrections.Has(MoveCorrection::Kind::kSlide) && !polygons_.IsGraph() &&
        stand_ != Stand::kAfloat) {
      OfferIfPassable(MoveCorrection::Kind::kSlide, corrections.Slide(claimed));
    }
    if (query_.corrections.Has(MoveCorrection::Kind::kFurthest)) {
      OfferIfPassable(MoveCorrection::Kind::kFurthest, corrections.Furthest(claimed));
    }
  }
  Offer(MoveCorrection::Kind::kLastGood, {*state_.good, 0});
}

}  // namespace waystone
