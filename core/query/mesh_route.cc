#include "core/query/mesh_route.h"

namespace waystone {
namespace {

RouteReason ReasonOf(AnyAngleOutcome outcome, const Deadline& deadline) {
  switch (outcome) {
    case AnyAngleOutcome::kFound:
    case AnyAngleOutcome::kCostLimit:
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

RouteBasis BasisOf(AnyAngleOutcome outcome) {
  const bool was_cut_short =
      outcome == AnyAngleOutcome::kExpansionLimit || outcome == AnyAngleOutcome::kDeadline;
  return was_cut_short ? RouteBasis::kIncompleteSearch : RouteBasis::kSearch;
}

}  // namespace

MeshRoute FindMeshRoute(const MapView& map, const NavLocation& start, const NavLocation& goal,
                        const MeshRouteOptions& options, Workspace& workspace) {
  AnyAngleOptions search;
  search.max_expansions = options.max_expansions;
  search.deadline = options.deadline;
  search.max_cost_m = options.max_cost_m;
  search.links = map.links;
  search.abilities = map.abilities;
  search.is_reachable = options.is_reachable;
  MeshRoute found;
  found.route = FindAnyAngle(*map.navmesh, start, goal, search, workspace.any_angle);
  found.method = RouteMethod::kAnyAngle;
  found.basis = BasisOf(found.route.outcome);
  found.reason = ReasonOf(found.route.outcome, options.deadline);
  return found;
}

}  // namespace waystone
