#include "core/query/move_validator.h"

#include <cmath>

#include "core/base/status_macros.h"
#include "core/navmesh/near_walk.h"
#include "core/navmesh/surface_walk.h"
#include "core/query/field_checks.h"

namespace waystone {
namespace {

constexpr double kMaxTolerance_m = 10;

absl::Status CheckQuery(const MoveQuery& query) {
  WS_RETURN_IF_ERROR(CheckFinite("from", query.from));
  WS_RETURN_IF_ERROR(CheckFinite("to", query.to));
  WS_RETURN_IF_ERROR(CheckSnapOptions(query.snap));
  return CheckRange("tolerance_m", query.tolerance_m, 0, kMaxTolerance_m);
}

// In map-local coordinates.
MoveAnswer Judge(const NavmeshView& mesh, const Vec3& from, const Vec3& to, const MoveQuery& query,
                 SurfaceWorkspace& workspace) {
  MoveAnswer answer;
  const SnapResult start = Snap(mesh, from, query.snap, workspace);
  if (!start.place) {
    answer.violation = MoveViolation::kFromOffMesh;
    answer.corrected = start.nearest ? start.nearest->point : from;
    answer.overshoot_m = Distance(from, answer.corrected);
    return answer;
  }
  const SnapResult end = Snap(mesh, to, query.snap, workspace);
  const NavLocation target = end.nearest.value_or(*start.place);
  const RaycastResult walk = Raycast(mesh, *start.place, target.point.Plane());
  const double floor_m = mesh.arrays().header.max_climb_m + query.tolerance_m;
  if (end.place && walk.reached && std::abs(walk.end.point.y - target.point.y) <= floor_m) {
    answer.verdict = MoveVerdict::kLegal;
  } else if (end.place && !walk.reached &&
             CanWalkNear(mesh, *start.place, target, query.tolerance_m, workspace)) {
    answer.verdict = MoveVerdict::kLegal;
  } else if (end.place) {
    answer.violation = walk.reached ? MoveViolation::kWrongFloor : MoveViolation::kBlocked;
  } else {
    answer.violation = MoveViolation::kToOffMesh;
  }
  answer.blocked_at = walk.end.point;
  if (answer.verdict == MoveVerdict::kLegal) {
    answer.corrected = target.point;
  } else {
    answer.corrected = walk.reached
                           ? walk.end.point
                           : MoveAlongSurface(mesh, *start.place, target.point.Plane(), workspace).point;
  }
  answer.overshoot_m = Distance(to, answer.corrected);
  return answer;
}

}  // namespace

absl::StatusOr<MoveAnswer> ValidateMove(const MapView& map, const MoveQuery& query, Workspace& workspace) {
  WS_RETURN_IF_ERROR(CheckQuery(query));
  WS_RETURN_IF_ERROR(CheckHasNavmesh(map));
  WS_RETURN_IF_ERROR(CheckInTime(query.deadline));
  const Vec3 origin = map.manifest->origin;
  MoveAnswer answer = Judge(*map.navmesh, query.from - origin, query.to - origin, query, workspace.surface);
  answer.corrected = answer.corrected + origin;
  answer.blocked_at = answer.blocked_at + origin;
  return answer;
}

}  // namespace waystone
