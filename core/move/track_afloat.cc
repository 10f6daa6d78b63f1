// The checks of samples in water and air, on maps that know where there is some.
#include <algorithm>

#include "core/collision/capsule_sweep.h"
#include "core/move/track_judge.h"
#include "core/surface/field_checks.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

// How much longer than a taut line a path over layers, points and cubes may be, at most.
constexpr double kCoarse = 1.5;

}  // namespace

// Whether the agent can swim or fly here, or a little below: samples are a little off.
bool TrackJudge::Floats() const {
  const auto floats_at = [&](const Vec3& at) {
    return map_.surface->BuoyancyAt(map_, at) == Buoyancy::kFloats;
  };
  return floats_at(position_) || floats_at(position_ - Vec3(0, kSampleError_m, 0));
}

// Whether the agent is above the water, or the air, that its place is in: nothing carries it there.
bool TrackJudge::IsAboveWater() const {
  return place_ && !place_->poly.IsNone() && map_.surface->KindOn(place_->poly) != LinkKind::kWalk &&
         !Floats();
}

// Whether the agent swims or flies here and does not stand on ground. The middle of its body is where the sample is.
bool TrackJudge::IsAfloat() const {
  if (marked_ == MoveState::kGrounded || !Floats()) return false;
  const bool is_on_ground =
      place_ && !place_->poly.IsNone() && map_.surface->KindOn(place_->poly) == LinkKind::kWalk &&
      std::abs(Height_m()) <= GroundBand_m() && PlaneDistance(place_->point, position_) <= kSampleError_m;
  return !is_on_ground || marked_ == MoveState::kSwimming;
}

// Whether the agent swam or flew at the anchor.
bool TrackJudge::WasAfloat() const {
  return state_.anchor && !state_.anchor->poly.IsNone() &&
         map_.surface->KindOn(state_.anchor->poly) != LinkKind::kWalk;
}

bool TrackJudge::PassesAfloat() {
  if (!state_.anchor) return true;
  if (place_ && Makes(MoveCheck::kReachability) && !PassesRule()) return false;
  return !Makes(MoveCheck::kWalk) || PassesThrough();
}

// Whether the agent can have come here through water or air: straight, or by some way over the surfaces in it, which is
// hardly longer than the budget. How far it went is known of the straight line only.
bool TrackJudge::PassesThrough() {
  if (GoesStraightThrough()) return true;
  const double allowed_m = WalkAllowed_m(position_);
  if (!place_) return Break(MoveCheck::kWalk, MoveViolationKind::kBlocked, -1, allowed_m, position_);
  const double off_m = Distance(state_.anchor_position, state_.anchor->point) + off_m_;
  walk_ = ground_.FindWalk(*state_.anchor, *place_, allowed_m * kCoarse + off_m, query_.deadline);
  if (IsLate(walk_.outcome)) return Stop(CheckInTime(query_.deadline));
  const bool is_legal =
      walk_.outcome == SearchOutcome::kFound || walk_.outcome == SearchOutcome::kExpansionLimit;
  return is_legal || Break(MoveCheck::kWalk, MoveViolationKind::kBlocked, -1, allowed_m, position_);
}

// From the sample before, for a body that is smaller than the agent's by the error of samples.
bool TrackJudge::GoesStraightThrough() const {
  const AgentProfile& agent = map_.variant->agent;
  const Vec3 up(0, agent.height_m / 2, 0);
  const auto middle = [&](const Vec3& position, bool is_afloat) {
    return is_afloat ? position : position + up;
  };
  const Vec3 from = middle(state_.position, !state_.place);
  const Vec3 to = middle(position_, stand_ == Stand::kAfloat);
  if (!map_.surface->MayCross(from, to, kSampleError_m)) return false;
  if (map_.collision == nullptr) return true;
  const Capsule body = CapsuleAbout(from, std::max(0.0, agent.radius_m - kSampleError_m),
                                    std::max(0.0, agent.height_m - 2 * kSampleError_m));
  return !SweepCapsule(*map_.collision, body, to - from);
}

}  // namespace waystone
