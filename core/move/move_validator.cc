#include "core/move/move_validator.h"

#include <algorithm>
#include <cmath>

#include "core/base/random.h"
#include "core/base/status_macros.h"
#include "core/move/agent_sweep.h"
#include "core/move/ground_steps.h"
#include "core/move/move_corrections.h"
#include "core/move/move_walk.h"
#include "core/move/random_end.h"
#include "core/move/speed_budget.h"
#include "core/move/walk_line.h"
#include "core/navmesh/surface_queries.h"
#include "core/navmesh/surface_walk.h"
#include "core/surface/agent_body.h"
#include "core/surface/field_checks.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

constexpr uint32_t kPollInterval = 64;  // [samples]
constexpr double kLongStep_m = 64;      // the deadline is looked at before each step longer than this

// Judges the samples of one query. Coordinates inside are map-local; those of the answer are absolute.
class MoveJudge {
 public:
  MoveJudge(const MapView& map, const MoveQuery& query, Scratch& scratch)
      : map_(map),
        polygons_(map.surface->AsPolygons()),
        mesh_(*map.navmesh),
        query_(query),
        origin_(map.manifest->origin),
        scratch_(scratch) {}

  absl::StatusOr<MoveAnswer> Run() {
    if (query_.samples.size() == 1) return RunFromStart();
    const std::optional<SpeedBreach> too_fast = FindTooFast();
    for (uint32_t i = 0; i < query_.samples.size(); ++i) {
      if (i % kPollInterval == 0 || IsLongStep(i)) WS_RETURN_IF_ERROR(CheckInTime(query_.deadline));
      sample_ = i;
      position_ = query_.samples[i] - origin_;
      if (!IsWithinBounds() || (too_fast && too_fast->sample == i && !BreakSpeed(*too_fast)) ||
          !FindPlace() || !PassesFromLast()) {
        WS_RETURN_IF_ERROR(stopped_);
        Correct();
        return std::move(answer_);
      }
      // A carried agent starts again where it is set down.
      if (IsTouched(MoveGrant::Kind::kPlatform)) {
        last_place_.reset();
      } else if (place_) {
        last_place_ = place_;
      }
      if (place_) good_place_ = place_;
    }
    return LegalAt(place_);
  }

 private:
  // S1.6: a start alone is tried with a random end connected to it. No straight walk is checked.
  absl::StatusOr<MoveAnswer> RunFromStart() {
    WS_RETURN_IF_ERROR(CheckInTime(query_.deadline));
    position_ = query_.samples[0] - origin_;
    if (!IsWithinBounds() || !FindPlace()) return std::move(answer_);
    if (!place_) return LegalAt(std::nullopt);
    const PolyId start = GoingOn(*place_);
    const auto is_connected = [&](PolyId poly) {
      if (query_.rule == MoveRule::kExact) return MayCome(map_, query_.rule, start, poly, *reach_);
      return map_.zones->ComponentOf(start) == map_.zones->ComponentOf(poly);
    };
    Random random(query_.seed);
    WS_ASSIGN_OR_RETURN(const std::optional<NavLocation> end,
                        RandomPlaceWhere(mesh_, random, query_.deadline, is_connected));
    sample_ = 1;
    position_ = end->point;  // the start itself is connected, so there is one
    if (Makes(MoveCheck::kReachability) && !MayCome(map_, query_.rule, start, end->poly, *reach_)) {
      Break(MoveCheck::kReachability, MoveViolationKind::kUnreachable, -1, 0, position_);
      Offer(MoveCorrection::Kind::kLastGood, place_->point);
      return std::move(answer_);
    }
    return LegalAt(end);
  }

  MoveAnswer LegalAt(const std::optional<NavLocation>& end) {
    answer_.verdict = MoveVerdict::kLegal;
    if (end) answer_.end = end->point + origin_;
    return std::move(answer_);
  }

  bool IsLongStep(uint32_t sample) const {
    return sample > 0 && PlaneDistance(query_.samples[sample - 1], query_.samples[sample]) > kLongStep_m;
  }

  // Whether to make the check; if so, it counts as made.
  bool Makes(MoveCheck check) {
    if (query_.skipped.Has(check)) return false;
    answer_.checks_made.Add(check);
    return true;
  }

  // Always false: what a check that is broken returns. `at` is map-local.
  bool Break(MoveCheck check, MoveViolationKind kind, double measured, double allowed, const Vec3& at) {
    answer_.violation = {kind, check, sample_, measured, allowed, at + origin_};
    return false;
  }

  // Always false, as Break: what a check that must stop returns.
  bool Stop(absl::Status status) {
    stopped_ = std::move(status);
    return false;
  }

  // Whether the step to this sample (the first sample itself) touches a grant of that kind.
  bool IsTouched(MoveGrant::Kind kind) const {
    const auto touches = [&](const MoveGrant& grant) {
      if (grant.kind != kind) return false;
      if (query_.times_s.empty()) return true;
      return Touches(grant, query_.times_s[sample_ == 0 ? 0 : sample_ - 1], query_.times_s[sample_]);
    };
    const std::span<const MoveGrant> grants = query_.allowances.grants;
    return std::any_of(grants.begin(), grants.end(), touches);
  }

  double SpeedAllowed_mps() const {
    return query_.allowances.max_speed_mps * query_.allowances.speed_tolerance;
  }

  std::optional<SpeedBreach> FindTooFast() {
    const bool is_asked = !query_.times_s.empty() && query_.allowances.max_speed_mps > 0;
    if (!is_asked || !Makes(MoveCheck::kSpeed)) return std::nullopt;
    return FindSpeedBreach(query_.samples, query_.times_s, SpeedAllowed_mps(), query_.allowances.grants,
                           *scratch_.Borrow<SpeedWorkspace>());
  }

  bool BreakSpeed(const SpeedBreach& breach) {
    return Break(MoveCheck::kSpeed, MoveViolationKind::kTooFast, breach.measured_mps, SpeedAllowed_mps(),
                 position_);
  }

  bool IsWithinBounds() {
    const Aabb& bounds = map_.manifest->bounds;
    if (bounds.IsEmpty() || !Makes(MoveCheck::kBounds)) return true;
    const Vec3& at = query_.samples[sample_];
    const double outside_m = std::max({bounds.min.x - at.x, at.x - bounds.max.x, bounds.min.y - at.y,
                                       at.y - bounds.max.y, bounds.min.z - at.z, at.z - bounds.max.z});
    if (outside_m <= kBoundsMargin_m) return true;
    return Break(MoveCheck::kBounds, MoveViolationKind::kOutOfBounds, outside_m, kBoundsMargin_m, position_);
  }

  SnapResult SnapSample() {
    return polygons_.SnapTo(map_, position_, query_.snap, PlaceRole::kArrive, nullptr, scratch_);
  }

  // The polygon from which an agent at a place goes on.
  PolyId GoingOn(const NavLocation& place) const { return polygons_.GoesOnFrom(map_, place); }

  // Finds the sample's place on the surface.
  bool FindPlace() {
    const SnapResult snap = SnapSample();
    place_ = snap.place;
    if (query_.skipped.Has(MoveCheck::kSurface)) {
      place_ = snap.nearest;
      return true;
    }
    Makes(MoveCheck::kSurface);
    return place_ || IsTouched(MoveGrant::Kind::kPlatform) || BreakOffMesh(snap.nearest);
  }

  // The evidence names the limit that the nearest surface exceeds.
  bool BreakOffMesh(const std::optional<NavLocation>& nearest) {
    double measured_m = -1;
    double allowed_m = query_.snap.radius_m;
    if (nearest) {
      const double above_m = nearest->point.y - position_.y;
      measured_m = PlaneDistance(position_, nearest->point);
      if (measured_m <= query_.snap.radius_m) {
        measured_m = std::abs(above_m);
        allowed_m = above_m > 0 ? query_.snap.max_above_m : query_.snap.max_below_m;
      }
      if (sample_ == 0) Offer(MoveCorrection::Kind::kNearest, nearest->point);
    }
    return Break(MoveCheck::kSurface,
                 sample_ == 0 ? MoveViolationKind::kFromOffMesh : MoveViolationKind::kToOffMesh, measured_m,
                 allowed_m, position_);
  }

  // The checks of the step from the last sample's place to this one's.
  bool PassesFromLast() {
    if (!last_place_ || !place_ || IsTouched(MoveGrant::Kind::kPlatform)) return true;
    if (Makes(MoveCheck::kReachability) && !PassesRule()) return false;
    if (polygons_.IsGraph()) return true;
    if (IsTouched(MoveGrant::Kind::kBlink) || IsTouched(MoveGrant::Kind::kKnockback)) return true;
    return !Makes(MoveCheck::kWalk) || (PassesWalk() && PassesSteps() && PassesSweep());
  }

  bool PassesRule() {
    if (polygons_.AreJoined(map_, *last_place_, *place_) ||
        MayCome(map_, query_.rule, GoingOn(*last_place_), place_->poly, *reach_)) {
      return true;
    }
    if (polygons_.IsGraph()) return BreakRule();
    // If polygons touch without being joined, a place on the line between them belongs to both. The one
    // walked on counts: it is as near to the sample.
    const RaycastResult ray = Raycast(mesh_, *last_place_, place_->point.Plane());
    const double farther_m = Distance(ray.end.point, position_) - Distance(place_->point, position_);
    if (ray.reached && farther_m <= mesh_.tolerance_m() &&
        MayCome(map_, query_.rule, last_place_->poly, ray.end.poly, *reach_)) {
      place_ = ray.end;
      return true;
    }
    return BreakRule();
  }

  bool BreakRule() {
    nearest_ = NearestByRule(map_, query_.rule, GoingOn(*last_place_), position_, scratch_);
    return Break(MoveCheck::kReachability, MoveViolationKind::kUnreachable,
                 nearest_ ? Distance(position_, nearest_->point) : -1, 0, position_);
  }

  bool PassesWalk() {
    const StraightWalk walk =
        WalkStraight(map_, *last_place_, *place_, query_.tolerance_m, *surface_, *walk_);
    if (walk.end == WalkEnd::kReached) return true;
    if (walk.end == WalkEnd::kWrongFloor) {
      return Break(MoveCheck::kWalk, MoveViolationKind::kWrongFloor,
                   std::abs(walk.stop.point.y - place_->point.y), SameFloor_m(mesh_, query_.tolerance_m),
                   position_);
    }
    return Break(MoveCheck::kWalk, MoveViolationKind::kBlocked, Distance(walk.stop.point, place_->point),
                 query_.tolerance_m, walk.stop.point);
  }

  // The surface keeps the limits it was baked for; only stricter ones are measured.
  bool PassesSteps() {
    const AgentProfile& agent = map_.variant->agent;
    const double max_step_m = query_.allowances.max_step_m.value_or(agent.max_climb_m);
    const bool measures_steps = max_step_m < agent.max_climb_m;
    if ((!measures_steps && !query_.allowances.max_drop_m) || !Makes(MoveCheck::kStep)) return true;
    const double max_drop_m = query_.allowances.max_drop_m.value_or(INFINITY);
    for (size_t i = 0; i < walk_->pieces.size(); ++i) {
      const WalkPiece& piece = walk_->pieces[i];
      if (i > 0) {
        const Vec3& left_at = walk_->pieces[i - 1].to;
        const double drop_m = left_at.y - piece.from.point.y;
        if (drop_m > max_drop_m) return BreakDrop({drop_m, left_at}, max_drop_m);
      }
      const GroundSteps steps = FindSteps(LineOf(i), agent.max_slope_deg);
      if (measures_steps && steps.up.height_m > max_step_m) {
        return Break(MoveCheck::kStep, MoveViolationKind::kStep, steps.up.height_m, max_step_m, steps.up.at);
      }
      if (steps.down.height_m > max_drop_m) return BreakDrop(steps.down, max_drop_m);
    }
    return true;
  }

  // The line over the ground of a piece of the walk. A link's entry may lie farther off the line than the
  // goal.
  std::span<const Vec3> LineOf(size_t piece) {
    const bool is_last = piece + 1 == walk_->pieces.size();
    return WalkLine(mesh_, walk_->pieces[piece], query_.tolerance_m + (is_last ? 0 : kMaxLinkReach_m),
                    *line_);
  }

  bool BreakDrop(const GroundStep& drop, double max_drop_m) {
    return Break(MoveCheck::kStep, MoveViolationKind::kDrop, drop.height_m, max_drop_m, drop.at);
  }

  // Links are flown as they were found or drawn: only walked parts are swept.
  bool PassesSweep() {
    const AgentProfile& agent = map_.variant->agent;
    if (map_.collision == nullptr || BodyOf(agent).IsEmpty() || !Makes(MoveCheck::kSweep)) return true;
    double walked_m = 0;
    for (size_t i = 0; i < walk_->pieces.size(); ++i) {
      const WalkPiece& piece = walk_->pieces[i];
      const auto swept = SweepAgent(*map_.collision, LineOf(i), agent, query_.deadline);
      if (!swept.ok()) return Stop(swept.status());
      if (const std::optional<BodyContact>& contact = *swept) {
        return Break(MoveCheck::kSweep, MoveViolationKind::kCollision, walked_m + contact->came_m,
                     PlaneDistance(last_place_->point, place_->point), contact->at);
      }
      walked_m += PlaneDistance(piece.from.point, piece.to);
    }
    return true;
  }

  void Offer(MoveCorrection::Kind kind, const Vec3& at) {
    answer_.corrections.push_back({kind, at + origin_, Distance(position_, at)});
  }

  // How far the agent may go towards a bad sample, in the plane.
  Vec2 SlideTarget() const {
    const Vec2 from = good_place_->point.Plane();
    const MoveViolation& violation = answer_.violation;
    switch (violation.kind) {
      case MoveViolationKind::kTooFast:
        return from + (position_.Plane() - from) * (violation.allowed / violation.measured);
      case MoveViolationKind::kStep:
      case MoveViolationKind::kDrop:
      case MoveViolationKind::kCollision:
        return (violation.at - origin_).Plane();
      default:
        return position_.Plane();
    }
  }

  // Slides straight on to the first border, and along it at that height: not up or down stairs near by.
  Vec3 Slide() const {
    const Vec2 target = SlideTarget();
    const NavLocation border = Raycast(mesh_, *good_place_, target).end;
    const double climb_m = mesh_.arrays().header.max_climb_m + mesh_.tolerance_m();
    return MoveAlongSurface(mesh_, border, target, *surface_, climb_m).point;
  }

  // Offers corrections for bad samples after good ones. Out of bounds, nothing near could be meant.
  void Correct() {
    if (!good_place_) return;
    const MoveViolationKind kind = answer_.violation.kind;
    if (kind != MoveViolationKind::kOutOfBounds) {
      if (!polygons_.IsGraph()) Offer(MoveCorrection::Kind::kSlide, Slide());
      // If a sample is too far, so is the place nearest to it.
      if (kind != MoveViolationKind::kTooFast && !nearest_) {
        nearest_ = NearestByRule(map_, query_.rule, GoingOn(*good_place_), position_, scratch_);
      }
      if (nearest_) Offer(MoveCorrection::Kind::kNearest, nearest_->point);
    }
    Offer(MoveCorrection::Kind::kLastGood, good_place_->point);
  }

  const MapView& map_;
  const SearchSurface& polygons_;
  const NavmeshView& mesh_;
  const MoveQuery& query_;
  const Vec3 origin_;
  Scratch& scratch_;
  const Scratch::Lease<ReachWorkspace> reach_ = scratch_.Borrow<ReachWorkspace>();
  const Scratch::Lease<SurfaceWorkspace> surface_ = scratch_.Borrow<SurfaceWorkspace>();
  const Scratch::Lease<WalkWorkspace> walk_ = scratch_.Borrow<WalkWorkspace>();
  const Scratch::Lease<WalkLineWorkspace> line_ = scratch_.Borrow<WalkLineWorkspace>();

  MoveAnswer answer_;
  absl::Status stopped_;
  uint32_t sample_ = 0;
  Vec3 position_;                          // of the sample
  std::optional<NavLocation> place_;       // of the sample, on the surface
  std::optional<NavLocation> last_place_;  // of the sample before; none if the agent starts again
  std::optional<NavLocation> good_place_;  // of the last good sample that has one
  std::optional<NavLocation> nearest_;     // legal place nearest to a bad sample, if searched
};

}  // namespace

absl::StatusOr<MoveAnswer> ValidateMove(const MapView& map, const MoveQuery& query, Scratch& scratch) {
  WS_RETURN_IF_ERROR(CheckMoveQuery(query));
  return MoveJudge(map, query, scratch).Run();
}

}  // namespace waystone
