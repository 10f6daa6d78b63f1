#include "core/surface/navmesh/mesh_route.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/clusters/cluster_route.h"
#include "core/navmesh/hierarchy_route.h"
#include "core/path/search_outcome.h"
#include "core/surface/search_end.h"

namespace waystone {
namespace {

// If an index's path costs more than this times the limit, no exact search follows: no measured path of the
// hierarchy exceeds the cheapest by more than half as much; paths by clusters are longer.
constexpr double kHierarchySlack = 1.1;
constexpr double kClusterSlack = 1.5;
constexpr double kRounding = 1e-9;

RouteBasis BasisOf(SearchOutcome outcome) {
  return IsCut(outcome) ? RouteBasis::kIncompleteSearch : RouteBasis::kSearch;
}

// The options that both searches share.
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

bool HasChanges(const MeshRouteOptions& options) {
  return options.changes != nullptr && !options.changes->IsNone();
}

// Whether a path of that cost is sure to be no longer than asked for.
bool IsShortEnough(double cost_m, const NavLocation& start, const NavLocation& goal, double max_ratio,
                   bool line_is_least) {
  if (max_ratio == 0) return true;
  return line_is_least && cost_m <= max_ratio * PlaneDistance(start.point, goal.point);
}

// The index that finds long paths: the one asked for, else the better one that was baked; kNone: none. No
// index knows the clearance.
RouteMethod IndexOf(const NavmeshIndexes& indexes, const MeshRouteOptions& options) {
  if (options.changes != nullptr && options.changes->min_clearance_m > 0) return RouteMethod::kNone;
  const bool wants_clusters = options.method == RouteMethod::kClusters;
  if (indexes.hierarchy != nullptr && !(wants_clusters && indexes.clusters != nullptr))
    return RouteMethod::kHierarchy;
  return indexes.clusters != nullptr ? RouteMethod::kClusters : RouteMethod::kNone;
}

}  // namespace

struct MeshSearch::LongRoute {
  std::optional<FoundPath> found;  // empty if the index cannot answer as asked,
  bool is_cut = false;             // maybe because a limit ended its search
};

SurfacePath MeshSearch::FindWeighted(const NavLocation& start, const NavLocation& goal,
                                     const MeshRouteOptions& options) {
  auto search = OptionsOf<EdgePointOptions>(map_, options);
  for (const AreaFactor& factor : options.changes->area_factors) search.costs.Set(factor.area, factor.factor);
  search.clearance_m = options.changes->min_clearance_m;
  return FindEdgePoints(*map_.navmesh, start, goal, search, *portal_points_);
}

SurfacePath MeshSearch::FindShortest(const NavLocation& start, const NavLocation& goal,
                                     const MeshRouteOptions& options) {
  auto search = OptionsOf<AnyAngleOptions>(map_, options);
  search.is_reachable = options.is_reachable;
  return FindAnyAngle(*map_.navmesh, start, goal, search, *any_angle_);
}

// Searches the surface with the changes applied.
FoundPath MeshSearch::FindBySearch(const NavLocation& start, const NavLocation& goal,
                                   const MeshRouteOptions& options) {
  was_weighted_ = options.changes != nullptr && options.changes->IsWeighted();
  FoundPath found;
  found.path = was_weighted_ ? FindWeighted(start, goal, options) : FindShortest(start, goal, options);
  found.method = was_weighted_ ? RouteMethod::kEdgePoints : RouteMethod::kAnyAngle;
  found.basis = BasisOf(found.path.outcome);
  found.reason = ReasonOf(found.path.outcome);
  if (found.reason == RouteReason::kGoalUnreachable && HasChanges(options)) {
    const bool keeps_clearance = options.changes->min_clearance_m > 0 && !options.changes->HasExclusions();
    found.reason = keeps_clearance ? RouteReason::kClearance : RouteReason::kClosedByChanges;
  }
  return found;
}

MeshSearch::LongRoute MeshSearch::FindLong(const NavLocation& start, const NavLocation& goal,
                                           RouteMethod index, const MeshRouteOptions& options) {
  const bool by_clusters = index == RouteMethod::kClusters;
  FoundPath found;
  found.method = index;
  found.basis = RouteBasis::kBaked;
  found.path = by_clusters ? FindByClusters({*map_.navmesh, *map_.links, map_.abilities}, *indexes_.clusters,
                                            start, goal, {options.max_expansions, options.deadline},
                                            *scratch_.Borrow<ClusterWorkspace>())
                           : FindByHierarchy(*map_.navmesh, *map_.links, *indexes_.hierarchy, start, goal,
                                             {options.max_expansions, options.deadline},
                                             *scratch_.Borrow<HierarchyWorkspace>());
  SurfacePath& route = found.path;
  if (route.outcome != SearchOutcome::kFound) return {std::nullopt, true};
  if (HasChanges(options)) {
    if (TouchesChanges(*map_.navmesh, *map_.links, route, *options.changes, options.exclusions)) {
      return {};
    }
    found.basis = RouteBasis::kBakedUntouched;
  }
  const bool line_is_least = map_.links->Shortcuts().empty();
  if (!IsShortEnough(route.cost_m, start, goal, options.max_length_ratio, line_is_least)) return {};
  // If it is hardly more than is wanted, the cheapest path may be less.
  const double slack = options.trusts_index ? 1 : by_clusters ? kClusterSlack : kHierarchySlack;
  if (route.cost_m > options.max_cost_m && route.cost_m <= slack * options.max_cost_m) return {};
  if (route.cost_m > options.max_cost_m) {
    const uint32_t expansions = route.expansions;
    route = {};
    route.outcome = SearchOutcome::kCostLimit;
    route.expansions = expansions;
  }
  return {std::move(found)};
}

// Searches by the index, and exactly if that is cheap or may do better. For goals that may be near.
class NearRoute {
 public:
  NearRoute(MeshSearch& search, const NavLocation& start, const NavLocation& goal, RouteMethod index,
            const MeshRouteOptions& options)
      : search_(search), start_(start), goal_(goal), index_(index), options_(options) {}

  FoundPath Find() {
    FoundPath found = FindOne();
    found.met_limit = met_limit_;
    return found;
  }

 private:
  // The index comes between two searches, so that no limit that ends the second one loses its path.
  FoundPath FindOne() {
    FoundPath found = SearchUpTo(kExactUpTo_m, std::min(kFirstNearExpansions, options_.near_expansions));
    if (!WasCut(found)) return IsDecided(found) ? found : FindFar();
    std::optional<FoundPath> by_index = AskIndex();
    if (!by_index) return options_.deadline.Expired() ? found : SearchForRest();
    expanded_ += by_index->path.expansions;
    const double slack = index_ == RouteMethod::kClusters ? kClusterSlack : kHierarchySlack;
    const bool may_be_near = by_index->IsBest() && by_index->path.cost_m <= slack * kExactUpTo_m;
    if (may_be_near) {
      found = SearchUpTo(std::min(kExactUpTo_m, by_index->path.cost_m * (1 + kRounding)),
                         options_.near_expansions);
    }
    FoundPath& best = may_be_near && found.IsBest() ? found : *by_index;
    best.path.expansions = expanded_;
    return std::move(best);
  }

  FoundPath FindFar() {
    std::optional<FoundPath> found = AskIndex();
    if (!found) return SearchForRest();
    found->path.expansions += expanded_;
    return *std::move(found);
  }

  std::optional<FoundPath> AskIndex() {
    MeshSearch::LongRoute by_index = search_.FindLong(start_, goal_, index_, Rest());
    met_limit_ = met_limit_ || by_index.is_cut;
    return std::move(by_index.found);
  }

  // Half of what is left at most, so that the index has its share.
  FoundPath SearchUpTo(double cost_m, uint32_t expansions) {
    MeshRouteOptions near = Rest();
    near.max_cost_m = std::min(options_.max_cost_m, cost_m);
    near.max_expansions = std::min(expansions, near.max_expansions / 2);
    FoundPath found = search_.FindBySearch(start_, goal_, near);
    expanded_ += found.path.expansions;
    met_limit_ = WasCut(found) && near.max_expansions < expansions;
    return found;
  }

  FoundPath SearchForRest() {
    FoundPath found = search_.FindBySearch(start_, goal_, Rest());
    found.path.expansions += expanded_;
    return found;
  }

  MeshRouteOptions Rest() const {
    MeshRouteOptions rest = options_;
    rest.max_expansions -= std::min(expanded_, options_.max_expansions - 1);
    return rest;
  }

  static bool WasCut(const FoundPath& found) { return found.basis == RouteBasis::kIncompleteSearch; }
  bool IsDecided(const FoundPath& near) const {
    return near.path.outcome != SearchOutcome::kCostLimit || options_.max_cost_m <= kExactUpTo_m;
  }

  MeshSearch& search_;
  const NavLocation& start_;
  const NavLocation& goal_;
  const RouteMethod index_;
  const MeshRouteOptions& options_;
  uint32_t expanded_ = 0;
  bool met_limit_ = false;  // FoundPath::met_limit
};

FoundPath MeshSearch::Find(const NavLocation& start, const NavLocation& goal,
                           const MeshRouteOptions& options) {
  const RouteMethod index = IndexOf(indexes_, options);
  const bool may_be_inexact = options.max_length_ratio != 1 && options.method != RouteMethod::kAnyAngle;
  if (index == RouteMethod::kNone || !may_be_inexact || options.deadline.Expired()) {
    return FindBySearch(start, goal, options);
  }
  const bool line_is_least = map_.links->Shortcuts().empty();
  const bool may_be_near = !line_is_least || options.max_cost_m <= kExactUpTo_m ||
                           PlaneDistance(start.point, goal.point) <= kExactUpTo_m;
  if (may_be_near && options.method != index) {
    return NearRoute(*this, start, goal, index, options).Find();
  }
  LongRoute by_index = FindLong(start, goal, index, options);
  if (by_index.found) return *std::move(by_index.found);
  FoundPath found = FindBySearch(start, goal, options);
  found.met_limit = by_index.is_cut;
  return found;
}

FoundPath FindMeshRoute(const MapView& map, const NavLocation& start, const NavLocation& goal,
                        const MeshRouteOptions& options, Scratch& scratch) {
  return MeshSearch(map, scratch).Find(start, goal, options);
}

}  // namespace waystone
