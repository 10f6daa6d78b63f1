#include "core/query/move_validator.h"

#include <algorithm>
#include <cmath>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/navmesh/surface_walk.h"
#include "core/query/field_checks.h"
#include "core/query/move_corrections.h"
#include "core/query/move_walk.h"

namespace waystone {
namespace {

constexpr double kMaxTolerance_m = 10;
constexpr uint32_t kPollInterval = 64;  // [samples]

absl::Status CheckQuery(const MoveQuery& query) {
  WS_RETURN_IF_ERROR(CheckCount("samples", query.samples.size(), 2, UINT32_MAX));
  for (size_t i = 0; i < query.samples.size(); ++i) {
    if (!query.samples[i].IsFinite()) return CheckFinite(StrCat("samples[", i, "]"), query.samples[i]);
  }
  WS_RETURN_IF_ERROR(CheckSnapOptions(query.snap));
  return CheckRange("tolerance_m", query.tolerance_m, 0, kMaxTolerance_m);
}

// Judges the samples of one query. Coordinates inside are map-local; those of the answer are absolute.
class MoveJudge {
 public:
  MoveJudge(const MapView& map, const MoveQuery& query, Workspace& workspace)
      : map_(map), mesh_(*map.navmesh), query_(query), origin_(map.manifest->origin), workspace_(workspace) {}

  absl::StatusOr<MoveAnswer> Run() {
    for (uint32_t i = 0; i < query_.samples.size(); ++i) {
      if (i % kPollInterval == 0) WS_RETURN_IF_ERROR(CheckInTime(query_.deadline));
      sample_ = i;
      position_ = query_.samples[i] - origin_;
      if (!PassesAlone() || (last_place_ && place_ && !PassesFromLast())) {
        Correct();
        return std::move(answer_);
      }
      last_place_ = place_;
    }
    answer_.verdict = MoveVerdict::kLegal;
    if (place_) answer_.end = place_->point + origin_;
    return std::move(answer_);
  }

 private:
  // Whether the check is to be made; if so, it counts as made.
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

  // The checks of a sample by itself. Finds its place.
  bool PassesAlone() {
    place_.reset();
    const Aabb& bounds = map_.manifest->bounds;
    if (!bounds.IsEmpty() && Makes(MoveCheck::kBounds)) {
      const Vec3& at = query_.samples[sample_];
      const double outside_m = std::max({bounds.min.x - at.x, at.x - bounds.max.x, bounds.min.y - at.y,
                                         at.y - bounds.max.y, bounds.min.z - at.z, at.z - bounds.max.z});
      if (outside_m > kBoundsMargin_m) {
        return Break(MoveCheck::kBounds, MoveViolationKind::kOutOfBounds, outside_m, kBoundsMargin_m,
                     position_);
      }
    }
    const SnapResult snap = Snap(mesh_, position_, query_.snap, workspace_.surface);
    place_ = snap.nearest;
    return !Makes(MoveCheck::kSurface) || snap.place.has_value() || BreakOffMesh(snap.nearest);
  }

  // The evidence is about the limit that the nearest surface lies beyond.
  bool BreakOffMesh(const std::optional<NavLocation>& nearest) {
    place_.reset();
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
    if (Makes(MoveCheck::kReachability) &&
        !MayCome(map_, query_.rule, last_place_->poly, place_->poly, workspace_)) {
      nearest_ = NearestByRule(map_, query_.rule, last_place_->poly, position_, workspace_);
      return Break(MoveCheck::kReachability, MoveViolationKind::kUnreachable,
                   nearest_ ? Distance(position_, nearest_->point) : -1, 0, position_);
    }
    return !Makes(MoveCheck::kWalk) || PassesWalk();
  }

  bool PassesWalk() {
    const StraightWalk walk =
        WalkStraight(mesh_, *last_place_, *place_, query_.tolerance_m, workspace_.surface);
    if (walk.end == WalkEnd::kReached) return true;
    if (walk.end == WalkEnd::kWrongFloor) {
      return Break(MoveCheck::kWalk, MoveViolationKind::kWrongFloor,
                   std::abs(walk.stop.point.y - place_->point.y), SameFloor_m(mesh_, query_.tolerance_m),
                   position_);
    }
    return Break(MoveCheck::kWalk, MoveViolationKind::kBlocked, Distance(walk.stop.point, place_->point),
                 query_.tolerance_m, walk.stop.point);
  }

  void Offer(MoveCorrection::Kind kind, const Vec3& at) {
    answer_.corrections.push_back({kind, at + origin_, Distance(position_, at)});
  }

  // From the second sample on. Out of bounds there is nothing near that could be meant.
  void Correct() {
    if (!last_place_) return;
    if (answer_.violation.kind != MoveViolationKind::kOutOfBounds) {
      Offer(MoveCorrection::Kind::kSlide,
            MoveAlongSurface(mesh_, *last_place_, position_.Plane(), workspace_.surface).point);
      if (!nearest_) {
        nearest_ = NearestByRule(map_, query_.rule, last_place_->poly, position_, workspace_);
      }
      if (nearest_) Offer(MoveCorrection::Kind::kNearest, nearest_->point);
    }
    Offer(MoveCorrection::Kind::kLastGood, last_place_->point);
  }

  const MapView& map_;
  const NavmeshView& mesh_;
  const MoveQuery& query_;
  const Vec3 origin_;
  Workspace& workspace_;

  MoveAnswer answer_;
  uint32_t sample_ = 0;
  Vec3 position_;                          // of the sample
  std::optional<NavLocation> place_;       // of the sample, on the surface
  std::optional<NavLocation> last_place_;  // of the sample before
  std::optional<NavLocation> nearest_;     // legal place nearest to a bad sample, where looked for
};

}  // namespace

absl::StatusOr<MoveAnswer> ValidateMove(const MapView& map, const MoveQuery& query, Workspace& workspace) {
  WS_RETURN_IF_ERROR(CheckQuery(query));
  WS_RETURN_IF_ERROR(CheckHasNavmesh(map));
  return MoveJudge(map, query, workspace).Run();
}

}  // namespace waystone
