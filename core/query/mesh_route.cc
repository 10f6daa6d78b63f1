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
constexpr double kRounding = 1e-9;

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

// The index that finds long paths: the one asked for, else the better one that was baked; kNone: none. No
// index knows how much room there is.
RouteMethod IndexOf(const MapView& map, const MeshRouteOptions& options) {
  if (options.changes != nullptr && options.changes->min_clearance_m > 0) return RouteMethod::kNone;
  const bool wants_clusters = options.method == RouteMethod::kClusters;
  if (map.hierarchy != nullptr && !(wants_clusters && map.clusters != nullptr))
    return RouteMethod::kHierarchy;
  return map.clusters != nullptr ? RouteMethod::kClusters : RouteMethod::kNone;
}

struct LongRoute {
  std::optional<MeshRoute> found;  // empty if the index cannot answer as asked,
  bool is_cut = false;             // maybe because a limit ended its search
};

LongRoute FindLong(const MapView& map, const NavLocation& start, const NavLocation& goal, RouteMethod index,
                   const MeshRouteOptions& options, Workspace& workspace) {
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
  if (route.outcome != AnyAngleOutcome::kFound) return {std::nullopt, true};
  if (HasChanges(options)) {
    if (TouchesChanges(*map.navmesh, *map.links, route, *options.changes, options.exclusions)) {
      return {};
    }
    found.basis = RouteBasis::kBakedUntouched;
  }
  const bool line_is_least = map.links->Shortcuts().empty();
  if (!IsShortEnough(route.cost_m, start, goal, options.max_length_ratio, line_is_least)) return {};
  // If it is hardly more than is wanted, the cheapest path may be less.
  const double slack = options.trusts_index ? 1 : by_clusters ? kClusterSlack : kHierarchySlack;
  if (route.cost_m > options.max_cost_m && route.cost_m <= slack * options.max_cost_m) return {};
  if (route.cost_m > options.max_cost_m) {
    const uint32_t expansions = route.expansions;
    route = {};
    route.outcome = AnyAngleOutcome::kCostLimit;
    route.expansions = expansions;
  }
  return {std::move(found)};
}

// By the index, and if the exact search is cheap or may do better, by that. For goals that may be near.
class NearRoute {
 public:
  NearRoute(const MapView& map, const NavLocation& start, const NavLocation& goal, RouteMethod index,
            const MeshRouteOptions& options, Workspace& workspace)
      : map_(map), start_(start), goal_(goal), index_(index), options_(options), ws_(workspace) {}

  MeshRoute Find() {
    MeshRoute found = FindOne();
    found.met_limit = met_limit_;
    return found;
  }

 private:
  // The index comes between two searches, so that no limit that ends the second one loses its path.
  MeshRoute FindOne() {
    MeshRoute found = SearchUpTo(kExactUpTo_m, std::min(kFirstNearExpansions, options_.near_expansions));
    if (!IsCut(found)) return IsDecided(found) ? found : FindFar();
    std::optional<MeshRoute> by_index = AskIndex();
    if (!by_index) return options_.deadline.Expired() ? found : SearchForRest();
    expanded_ += by_index->route.expansions;
    const double slack = index_ == RouteMethod::kClusters ? kClusterSlack : kHierarchySlack;
    const bool may_be_near = by_index->IsBest() && by_index->route.cost_m <= slack * kExactUpTo_m;
    if (may_be_near) {
      found = SearchUpTo(std::min(kExactUpTo_m, by_index->route.cost_m * (1 + kRounding)),
                         options_.near_expansions);
    }
    MeshRoute& best = may_be_near && found.IsBest() ? found : *by_index;
    best.route.expansions = expanded_;
    return std::move(best);
  }

  MeshRoute FindFar() {
    std::optional<MeshRoute> found = AskIndex();
    if (!found) return SearchForRest();
    found->route.expansions += expanded_;
    return *std::move(found);
  }

  std::optional<MeshRoute> AskIndex() {
    LongRoute by_index = FindLong(map_, start_, goal_, index_, Rest(), ws_);
    met_limit_ = met_limit_ || by_index.is_cut;
    return std::move(by_index.found);
  }

  // Half of what is left at most, so that the index has its share.
  MeshRoute SearchUpTo(double cost_m, uint32_t expansions) {
    MeshRouteOptions near = Rest();
    near.max_cost_m = std::min(options_.max_cost_m, cost_m);
    near.max_expansions = std::min(expansions, near.max_expansions / 2);
    MeshRoute found = FindBySearch(map_, start_, goal_, near, ws_);
    expanded_ += found.route.expansions;
    met_limit_ = IsCut(found) && near.max_expansions < expansions;
    return found;
  }

  MeshRoute SearchForRest() {
    MeshRoute found = FindBySearch(map_, start_, goal_, Rest(), ws_);
    found.route.expansions += expanded_;
    return found;
  }

  MeshRouteOptions Rest() const {
    MeshRouteOptions rest = options_;
    rest.max_expansions -= std::min(expanded_, options_.max_expansions - 1);
    return rest;
  }

  static bool IsCut(const MeshRoute& found) { return found.basis == RouteBasis::kIncompleteSearch; }
  bool IsDecided(const MeshRoute& near) const {
    return near.route.outcome != AnyAngleOutcome::kCostLimit || options_.max_cost_m <= kExactUpTo_m;
  }

  const MapView& map_;
  const NavLocation& start_;
  const NavLocation& goal_;
  const RouteMethod index_;
  const MeshRouteOptions& options_;
  Workspace& ws_;
  uint32_t expanded_ = 0;
  bool met_limit_ = false;  // MeshRoute::met_limit
};

}  // namespace

MeshRoute FindMeshRoute(const MapView& map, const NavLocation& start, const NavLocation& goal,
                        const MeshRouteOptions& options, Workspace& workspace) {
  if (map.waypoints != nullptr) {
    return FindNearestWaypointRoute(map, start, {&goal, 1}, options, workspace).found;
  }
  const RouteMethod index = IndexOf(map, options);
  const bool may_be_inexact = options.max_length_ratio != 1 && options.method != RouteMethod::kAnyAngle;
  if (index == RouteMethod::kNone || !may_be_inexact || options.deadline.Expired()) {
    return FindBySearch(map, start, goal, options, workspace);
  }
  const bool line_is_least = map.links->Shortcuts().empty();
  const bool may_be_near = !line_is_least || options.max_cost_m <= kExactUpTo_m ||
                           PlaneDistance(start.point, goal.point) <= kExactUpTo_m;
  if (may_be_near && options.method != index) {
    return NearRoute(map, start, goal, index, options, workspace).Find();
  }
  LongRoute by_index = FindLong(map, start, goal, index, options, workspace);
  if (by_index.found) return *std::move(by_index.found);
  MeshRoute found = FindBySearch(map, start, goal, options, workspace);
  found.met_limit = by_index.is_cut;
  return found;
}

}  // namespace waystone
