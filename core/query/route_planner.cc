#include "core/query/route_planner.h"

#include "core/base/status_macros.h"
#include "core/navmesh/any_angle_search.h"
#include "core/query/field_checks.h"

namespace waystone {
namespace {

constexpr uint32_t kMaxExpansions = 100'000'000;

absl::Status CheckQuery(const RouteQuery& query) {
  WS_RETURN_IF_ERROR(CheckFinite("start", query.start));
  WS_RETURN_IF_ERROR(CheckFinite("goal", query.goal));
  WS_RETURN_IF_ERROR(CheckSnapOptions(query.snap));
  return CheckCount("max_expansions", query.max_expansions, 1, kMaxExpansions);
}

RouteReason ReasonOf(AnyAngleOutcome outcome, const Deadline& deadline) {
  switch (outcome) {
    case AnyAngleOutcome::kFound:
      return RouteReason::kNone;
    case AnyAngleOutcome::kExhausted:
      return RouteReason::kGoalUnreachable;
    case AnyAngleOutcome::kExpansionLimit:
      return RouteReason::kExpansionLimit;
    case AnyAngleOutcome::kDeadline:
      return deadline.Cancelled() ? RouteReason::kCancelled : RouteReason::kDeadline;
  }
  return RouteReason::kNone;
}

RouteStatus StatusOf(const AnyAngleResult& route, const NavLocation& goal, bool allow_partial) {
  if (route.end.poly == goal.poly && route.end.point == goal.point) return RouteStatus::kComplete;
  if (allow_partial) return RouteStatus::kPartial;
  return route.outcome == AnyAngleOutcome::kExhausted ? RouteStatus::kUnreachable
                                                      : RouteStatus::kLimitReached;
}

// Points in absolute coordinates, and their length.
void FillPoints(const MapView& map, const AnyAngleResult& route, RouteShape shape,
                GroundLineWorkspace& workspace, RouteAnswer& answer) {
  if (shape == RouteShape::kSurface) {
    AppendGroundLine(*map.navmesh, route, kGroundTolerance_m, workspace, answer.points);
  } else {
    for (const NavLocation& turn : route.turns) answer.points.push_back(turn.point);
  }
  for (size_t i = 1; i < answer.points.size(); ++i) {
    answer.length_m += Distance(answer.points[i - 1], answer.points[i]);
  }
  for (Vec3& point : answer.points) point = point + map.manifest->origin;
}

}  // namespace

absl::StatusOr<RouteAnswer> PlanRoute(const MapView& map, const RouteQuery& query, Workspace& workspace) {
  WS_RETURN_IF_ERROR(CheckQuery(query));
  WS_RETURN_IF_ERROR(CheckHasNavmesh(map));
  const NavmeshView& mesh = *map.navmesh;
  const Vec3 origin = map.manifest->origin;
  const SnapResult start = Snap(mesh, query.start - origin, query.snap, workspace.surface);
  const SnapResult goal = Snap(mesh, query.goal - origin, query.snap, workspace.surface);
  RouteAnswer answer;
  answer.start_snap_m = start.distance_m;
  answer.goal_snap_m = goal.distance_m;
  if (!start.place || !goal.place) {
    answer.status = start.place ? RouteStatus::kGoalOffMesh : RouteStatus::kStartOffMesh;
    return answer;
  }
  AnyAngleOptions options;
  options.max_expansions = query.max_expansions;
  options.deadline = query.deadline;
  const AnyAngleResult route = FindAnyAngle(mesh, *start.place, *goal.place, options, workspace.any_angle);
  answer.method = RouteMethod::kAnyAngle;
  answer.expansions = route.expansions;
  answer.reason = ReasonOf(route.outcome, query.deadline);
  answer.status = StatusOf(route, *goal.place, query.allow_partial);
  if (answer.status != RouteStatus::kComplete && answer.status != RouteStatus::kPartial) return answer;
  answer.plane_length_m = route.plane_length_m;
  answer.gap_m = Distance(route.end.point, goal.place->point);
  FillPoints(map, route, query.shape, workspace.ground_line, answer);
  return answer;
}

}  // namespace waystone
