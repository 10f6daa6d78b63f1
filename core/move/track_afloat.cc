// The checks of samples in water and air, on maps with scenes.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/deadline.h"
#include "core/collision/capsule_sweep.h"
#include "core/move/track_judge.h"
#include "core/surface/field_checks.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

// How much longer than a taut line a path over layers, points and cubes may be, at most.
constexpr double kCoarse = 2;
constexpr double kProbe_m = 0.5;
constexpr double kMostProbes = 256;
constexpr double kLongestLeap_m = 4;
constexpr int kHalvings = 12;  // of the line from the sample before, to find where it leaves the water

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
  const bool is_on_ground = place_ && !place_->poly.IsNone() &&
                            map_.surface->KindOn(place_->poly) == LinkKind::kWalk &&
                            std::abs(Height_m()) <= GroundBand_m() &&
                            PlaneDistance(place_->point, position_) <= query_.snap.radius_m;
  return !is_on_ground || marked_ == MoveState::kSwimming;
}

// Whether the agent swam or flew at the anchor.
bool TrackJudge::WasAfloat() const {
  return state_.anchor && !state_.anchor->poly.IsNone() &&
         map_.surface->KindOn(state_.anchor->poly) != LinkKind::kWalk;
}

// [m] Map-local height at which the line from the sample before leaves the water or air in which the agent floated.
double TrackJudge::LeavesWaterAt_m() const {
  Vec3 in = state_.position;
  Vec3 out = position_;
  for (int i = 0; i < kHalvings; ++i) {
    const Vec3 middle = (in + out) * 0.5;
    (map_.surface->BuoyancyAt(map_, middle) == Buoyancy::kFloats ? in : out) = middle;
  }
  return in.y;
}

// Whether nothing solid, and no closed border away from its mouths, lies between the sample and a place.
bool TrackJudge::IsInSight(const NavLocation& place) const {
  const Vec3 middle = map_.surface->BodyAt(map_, place);
  if (map_.surface->IsObstacleBetween(position_, middle)) return false;
  if (!map_.surface->MayCross(position_, middle, kSampleError_m)) return false;
  return map_.collision == nullptr || !map_.collision->Blocked(position_, middle);
}

bool TrackJudge::BreakNotAfloat() {
  const auto kind = is_first_ ? MoveViolationKind::kFromOffMesh : MoveViolationKind::kToOffMesh;
  return Break(MoveCheck::kSurface, kind, place_ ? off_m_ : -1, 0, position_);
}

bool TrackJudge::PassesAfloat() {
  if (!query_.skipped.Has(MoveCheck::kSurface) && !(place_ && IsInSight(*place_))) return BreakNotAfloat();
  if (query_.allowances.max_rise_mps && !is_first_ && !query_.times_s.empty() && Makes(MoveCheck::kAir)) {
    const std::optional<AirBreach> breach = air_.Rise(Flight());
    if (breach) return Break(MoveCheck::kAir, breach->kind, breach->measured, breach->allowed, position_);
  }
  if (!state_.anchor) return true;
  if (place_ && Makes(MoveCheck::kReachability) && !PassesRule()) return false;
  return !Makes(MoveCheck::kWalk) || PassesThrough();
}

// Whether the agent can have come here through water or air: straight, or by a path over the surfaces that is at most
// kCoarse times as long as the budget. The speed budget pays for that path, divided by kCoarse.
bool TrackJudge::PassesThrough() {
  if (LandsLow() && GoesStraightThrough()) return true;
  const double allowed_m = WalkAllowed_m(position_);
  const double least_m = LeastByMouths_m();
  if (!place_ || least_m > allowed_m)
    return Break(MoveCheck::kWalk, MoveViolationKind::kBlocked, -1, allowed_m, position_);
  const double off_m = Distance(state_.anchor_position, state_.anchor->point) + off_m_;
  walk_ = ground_.FindWalk(*state_.anchor, *place_, allowed_m * kCoarse + off_m, query_.deadline);
  if (IsLate(walk_.outcome)) return Stop(CheckInTime(query_.deadline));
  if (walk_.outcome == SearchOutcome::kExpansionLimit) return true;
  if (walk_.outcome != SearchOutcome::kFound) {
    return Break(MoveCheck::kWalk, MoveViolationKind::kBlocked, -1, allowed_m, position_);
  }
  walked_m_ = std::max({walked_m_, (walk_.length_m - off_m) / kCoarse, least_m});
  return true;
}

// The middle of the body at the sample before. Who walked there is where it was brought onto the ground: its sample may lie
// behind a border that it has not passed.
Vec3 TrackJudge::MiddleBefore() const {
  return state_.place ? map_.surface->BodyAt(map_, *state_.place) : state_.position;
}

// The same at this sample.
Vec3 TrackJudge::MiddleHere() const {
  return stand_ != Stand::kAfloat && place_ ? map_.surface->BodyAt(map_, *place_) : position_;
}

// [m] The least walk from the anchor by the mouths of closed scenes, for samples that are a little off.
double TrackJudge::LeastByMouths_m() const {
  const Vec3 from = WasAfloat() ? state_.anchor_position : map_.surface->BodyAt(map_, *state_.anchor);
  return std::max(0.0, map_.surface->LeastByMouths_m(from, MiddleHere()) - 2 * kSampleError_m);
}

// Whether a sample on ground is no higher than a jump out of the water leads.
bool TrackJudge::LandsLow() const {
  if (stand_ == Stand::kAfloat || !place_) return true;
  const double from_m = state_.air.is_airborne ? state_.air.ground_m : LeavesWaterAt_m();
  return place_->point.y - from_m <= query_.allowances.max_jump_m + kHeightError_m;
}

// Whether the line between two samples in water or air stays in water or air, except for a leap.
bool TrackJudge::StaysAfloat(const Vec3& from, const Vec3& to) const {
  const double length_m = Distance(from, to);
  const double count = std::clamp(std::ceil(length_m / kProbe_m), 1.0, kMostProbes);
  double dry_m = 0;
  for (double i = 1; i < count; ++i) {
    const Vec3 at = from + (to - from) * (i / count);
    const bool is_dry = map_.surface->BuoyancyAt(map_, at) != Buoyancy::kFloats;
    dry_m = is_dry ? dry_m + length_m / count : 0;
    if (dry_m > kLongestLeap_m) return false;
  }
  return true;
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
  // Without triangles the path over the surfaces decides, and so it does at borders if the request closes links.
  if (map_.collision == nullptr) return false;
  const bool may_close = map_.is_applied || (query_.changes != nullptr && query_.changes->MayClose());
  const double error_m = may_close ? -std::numeric_limits<double>::infinity() : kSampleError_m;
  if (!map_.surface->MayCross(MiddleBefore(), MiddleHere(), error_m)) return false;
  if (map_.surface->IsObstacleInWay(from, to)) return false;
  if (stand_ == Stand::kAfloat && !state_.place && !StaysAfloat(from, to)) return false;
  const Capsule body = CapsuleAbout(from, std::max(0.0, agent.radius_m - kSampleError_m),
                                    std::max(0.0, agent.height_m - 2 * kSampleError_m));
  return !SweepCapsule(*map_.collision, body, to - from);
}

}  // namespace waystone
