#include "core/query/route_planner.h"

#include <utility>

#include "core/base/status_macros.h"
#include "core/query/field_checks.h"
#include "core/query/mesh_route.h"
#include "core/query/route_points.h"
#include "core/query/route_reach.h"

namespace waystone {
namespace {

constexpr uint32_t kMaxExpansions = 100'000'000;
constexpr double kMaxLengthRatio = 2;

absl::Status CheckQuery(const RouteQuery& query) {
  WS_RETURN_IF_ERROR(CheckFinite("start", query.start));
  WS_RETURN_IF_ERROR(CheckFinite("goal", query.goal));
  WS_RETURN_IF_ERROR(CheckSnapOptions(query.snap));
  WS_RETURN_IF_ERROR(CheckCount("max_expansions", query.max_expansions, 1, kMaxExpansions));
  if (query.max_length_ratio == 0) return absl::OkStatus();
  return CheckRange("max_length_ratio", query.max_length_ratio, 1, kMaxLengthRatio);
}

RouteStatus StatusOf(const AnyAngleResult& route, const NavLocation& goal, bool allow_partial) {
  if (route.end.poly == goal.poly && route.end.point == goal.point) return RouteStatus::kComplete;
  if (allow_partial) return RouteStatus::kPartial;
  return route.outcome == AnyAngleOutcome::kExhausted ? RouteStatus::kUnreachable
                                                      : RouteStatus::kLimitReached;
}

SnappedEnds SnapEnds(const MapView& map, const RouteQuery& query, Workspace& workspace) {
  const NavmeshView& mesh = *map.navmesh;
  const Vec3 start = query.start - map.manifest->origin;
  const Vec3 goal = query.goal - map.manifest->origin;
  if (query.mutually_reachable) {
    return SnapMutually(mesh, *map.zones, start, goal, query.snap, workspace.surface);
  }
  return {Snap(mesh, start, query.snap, workspace.surface), Snap(mesh, goal, query.snap, workspace.surface)};
}

// Searches a way to `target`, which can be reached and is the goal or the place nearest to it. Fills all but
// snapping and the zones' verdict.
void Search(const MapView& map, const RouteQuery& query, const NavLocation& start, const NavLocation& target,
            const NavLocation& goal, Workspace& workspace, RouteAnswer& answer) {
  const MeshRouteOptions options{.max_expansions = query.max_expansions,
                                 .max_length_ratio = query.max_length_ratio,
                                 .is_reachable = true,
                                 .deadline = query.deadline};
  const MeshRoute found = FindMeshRoute(map, start, target, options, workspace);
  const AnyAngleResult& route = found.route;
  answer.method = found.method;
  answer.basis = found.basis;
  answer.expansions = route.expansions;
  answer.reason = found.reason;
  answer.status = StatusOf(route, target, query.allow_partial);
  if (answer.status != RouteStatus::kComplete && answer.status != RouteStatus::kPartial) return;
  answer.gap_m = Distance(route.end.point, goal.point);
  FillPoints(map, route, query.shape, workspace.ground_line, answer);
}

// The way to the reachable place nearest to the goal, where one is wanted.
void AnswerUnreachable(const MapView& map, const RouteQuery& query, const NavLocation& start,
                       const NavLocation& goal, ReachVerdict verdict, Workspace& workspace,
                       RouteAnswer& answer) {
  const RouteBasis basis = map.zones_basis == ZonesBasis::kBaked ? RouteBasis::kBaked : RouteBasis::kSearch;
  if (query.allow_partial) {
    const auto reached = [&](PolyId poly) {
      return map.zones->Reaches(start.poly.value(), poly.value(), workspace.reach);
    };
    const NavLocation target = *workspace.closest_poly.Find(*map.navmesh, goal.point, reached);
    Search(map, query, start, target, goal, workspace, answer);
    answer.status = RouteStatus::kPartial;
  } else {
    answer.status = RouteStatus::kUnreachable;
  }
  // That the goal is out of reach stands, however far the search for the rest came.
  answer.reason = verdict.reason;
  answer.explanation = std::move(verdict.explanation);
  answer.basis = basis;
}

}  // namespace

absl::StatusOr<RouteAnswer> PlanRoute(const MapView& map, const RouteQuery& query, Workspace& workspace) {
  WS_RETURN_IF_ERROR(CheckQuery(query));
  WS_RETURN_IF_ERROR(CheckHasNavmesh(map));
  const SnappedEnds ends = SnapEnds(map, query, workspace);
  const std::optional<NavLocation>& start = ends.start.place;
  const std::optional<NavLocation>& goal = ends.goal.place;
  RouteAnswer answer;
  answer.start_snap_m = ends.start.distance_m;
  answer.goal_snap_m = ends.goal.distance_m;
  if (!start || !goal) {
    answer.status = start ? RouteStatus::kGoalOffMesh : RouteStatus::kStartOffMesh;
    return answer;
  }
  ReachVerdict verdict = AskZones(map, start->poly, goal->poly, workspace.reach);
  if (verdict.is_reachable) {
    Search(map, query, *start, *goal, *goal, workspace, answer);
  } else {
    AnswerUnreachable(map, query, *start, *goal, std::move(verdict), workspace, answer);
  }
  return answer;
}

}  // namespace waystone
