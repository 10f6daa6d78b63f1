#include "core/query/mesh_route.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/query/waypoint_route.h"

namespace waystone {
namespace {

// A way of an index that costs this much more than is wanted is not worth an exact search: of all ways of the
// hierarchy that were measured none costs more than half as much over the cheapest; those by clusters are
// longer.
constexpr double kHierarchySlack = 1.1;
constexpr double kClusterSlack = 1.5;

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

// What both searches are told alike.
template <typename SearchOptions>
SearchOptions OptionsOf(const MapView& map, const MeshRouteOptions& options) {
  SearchOptions search;
  search.max_expansions = options.max_expansions;
  search.deadline = options.deadline;
  search.max_cost_m = options.max_cost_m;
  search.links = map.links;
  search.abilities = map.abilities;
  search.exclusions = options.exclusions;
  return search;
}

AnyAngleResult FindWeighted(const MapView& map, const NavLocation& start, const NavLocation& goal,
                            const MeshRouteOptions& options, Workspace& workspace) {
  auto search = OptionsOf<PortalPointOptions>(map, options);
  for (const AreaFactor& factor : options.changes->area_factors) search.costs.Set(factor.area, factor.factor);
  search.clearance_m = options.changes->min_clearance_m;
  return FindPortalPoints(*map.navmesh, start, goal, search, workspace.portal_points);
}

AnyAngleResult FindShortest(const MapView& map, const NavLocation& start, const NavLocation& goal,
                            const MeshRouteOptions& options, Workspace& workspace) {
  auto search = OptionsOf<AnyAngleOptions>(map, options);
  search.is_reachable = options.is_reachable;
  return FindAnyAngle(*map.navmesh, start, goal, search, workspace.any_angle);
}

bool HasChanges(const MeshRouteOptions& options) {
  return options.changes != nullptr && !options.changes->IsNone();
}

// Over the surface as the changes have it.
MeshRoute FindBySearch(const MapView& map, const NavLocation& start, const NavLocation& goal,
                       const MeshRouteOptions& options, Workspace& workspace) {
  const bool is_weighted = options.changes != nullptr && options.changes->IsWeighted();
  MeshRoute found;
  found.route = is_weighted ? FindWeighted(map, start, goal, options, workspace)
                            : FindShortest(map, start, goal, options, workspace);
  found.method = is_weighted ? RouteMethod::kPortalPoints : RouteMethod::kAnyAngle;
  found.basis = BasisOf(found.route.outcome);
  found.reason = ReasonOf(found.route.outcome, options.deadline);
  if (found.reason == RouteReason::kGoalUnreachable && HasChanges(options)) {
    found.reason = RouteReason::kClosedByChanges;
  }
  return found;
}

// Whether a way of that cost is sure to be no longer than asked for.
bool IsShortEnough(double cost_m, const NavLocation& start, const NavLocation& goal, double max_ratio,
                   bool line_is_least) {
  if (max_ratio == 0) return true;
  return line_is_least && cost_m <= max_ratio * PlaneDistance(start.point, goal.point);
}

// The index that answers long ways: the one asked for, else the better one that was baked; kNone: none.
RouteMethod IndexOf(const MapView& map, const MeshRouteOptions& options) {
  const bool wants_clusters = options.method == RouteMethod::kClusters;
  if (map.hierarchy != nullptr && !(wants_clusters && map.clusters != nullptr))
    return RouteMethod::kHierarchy;
  return map.clusters != nullptr ? RouteMethod::kClusters : RouteMethod::kNone;
}

// Empty where the index cannot answer as asked.
std::optional<MeshRoute> FindLong(const MapView& map, const NavLocation& start, const NavLocation& goal,
                                  RouteMethod index, const MeshRouteOptions& options, Workspace& workspace) {
  const bool by_clusters = index == RouteMethod::kClusters;
  MeshRoute found;
  found.method = index;
  found.basis = RouteBasis::kBaked;
  found.route = by_clusters
                    ? FindByClusters({*map.navmesh, *map.links, map.abilities}, *map.clusters, start, goal,
                                     {options.max_expansions, options.deadline}, workspace.clusters)
                    : FindByHierarchy(*map.navmesh, *map.links, *map.hierarchy, start, goal,
                                      {options.max_expansions, options.deadline}, workspace.hierarchy);
  AnyAngleResult& route = found.route;
  if (route.outcome != AnyAngleOutcome::kFound) return std::nullopt;
  if (HasChanges(options)) {
    if (TouchesChanges(*map.navmesh, *map.links, route, *options.changes, options.exclusions)) {
      return std::nullopt;
    }
    found.basis = RouteBasis::kBakedUntouched;
  }
  const bool line_is_least = map.links->Shortcuts().empty();
  if (!IsShortEnough(route.cost_m, start, goal, options.max_length_ratio, line_is_least)) return std::nullopt;
  // Where it is hardly more than is wanted, the cheapest way may be less.
  const double slack = by_clusters ? kClusterSlack : kHierarchySlack;
  if (route.cost_m > options.max_cost_m && route.cost_m <= slack * options.max_cost_m) return std::nullopt;
  if (route.cost_m > options.max_cost_m) {
    const uint32_t expansions = route.expansions;
    route = {};
    route.outcome = AnyAngleOutcome::kCostLimit;
    route.expansions = expansions;
  }
  return found;
}

}  // namespace

MeshRoute FindMeshRoute(const MapView& map, const NavLocation& start, const NavLocation& goal,
                        const MeshRouteOptions& options, Workspace& workspace) {
  if (map.waypoints != nullptr) {
    return FindNearestWaypointRoute(map, start, {&goal, 1}, options, workspace).found;
  }
  const RouteMethod index = IndexOf(map, options);
  const bool wants_index = index != RouteMethod::kNone && options.method == index;
  const bool may_be_inexact = options.max_length_ratio != 1 && options.method != RouteMethod::kAnyAngle &&
                              (wants_index || options.max_cost_m > kExactUpTo_m);
  if (index == RouteMethod::kNone || !may_be_inexact || options.deadline.Expired()) {
    return FindBySearch(map, start, goal, options, workspace);
  }
  uint32_t expansions = 0;
  const bool line_is_least = map.links->Shortcuts().empty();
  const bool is_near = !line_is_least || PlaneDistance(start.point, goal.point) <= kExactUpTo_m;
  if (is_near && !wants_index) {
    MeshRouteOptions near = options;
    near.max_cost_m = kExactUpTo_m;
    MeshRoute found = FindBySearch(map, start, goal, near, workspace);
    if (found.route.outcome != AnyAngleOutcome::kCostLimit) return found;
    expansions = found.route.expansions;
  }
  MeshRouteOptions rest = options;
  rest.max_expansions -= std::min(expansions, options.max_expansions - 1);
  std::optional<MeshRoute> found = FindLong(map, start, goal, index, rest, workspace);
  if (!found) found = FindBySearch(map, start, goal, rest, workspace);
  found->route.expansions += expansions;
  return *std::move(found);
}

}  // namespace waystone
