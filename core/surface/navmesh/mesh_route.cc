#include "core/surface/navmesh/mesh_route.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "core/clusters/cluster_route.h"
#include "core/navmesh/hierarchy_route.h"
#include "core/path/search_outcome.h"
#include "core/surface/area_costs.h"
#include "core/surface/navmesh/clear_route.h"
#include "core/surface/navmesh/route_repair.h"
#include "core/surface/search_end.h"

namespace waystone {
namespace {

// If an index's path costs more than this times the limit, no exact search follows: no measured path of the
// hierarchy exceeds the cheapest by more than half as much; paths by clusters are longer.
constexpr double kHierarchySlack = 1.1;
constexpr double kClusterSlack = 1.5;
constexpr double kRounding = 1e-9;
// A path that was led round changes is the answer if it is no more than this longer than the index's of the
// unchanged map, which is a lower bound.
constexpr double kMostRepaired = 1.02;
constexpr double kMostCleared = 1.02;  // the same if it was led off borders
// EdgePointGuide::greed over ground of different costs, by how much dearer common ground is than the cheapest.
constexpr double kGreed = 1.05;
constexpr double kGreedOfCommon = 0.25;
constexpr double kMostGreed = 1.3;
constexpr std::array<double, 4> kMoreGreed = {0, 0.15, 0.45, 2};

// Expansions of one of these searches. With clearance they take ten times as long.
uint32_t MostOf(uint32_t most, uint32_t expanded, double more_greed, bool has_clearance) {
  const uint32_t left = most - expanded;
  if (more_greed == kMoreGreed.back()) return left;
  const bool is_first = more_greed == kMoreGreed.front();
  return std::max(1U, std::min(left, is_first && !has_clearance ? most / 2 : most / 6));
}

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

bool HasAreaFactors(const MeshRouteOptions& options) {
  return options.changes != nullptr &&
         std::any_of(options.changes->area_factors.begin(), options.changes->area_factors.end(),
                     [](const AreaFactor& factor) { return factor.factor != 1; });
}

double ClearanceOf(const MeshRouteOptions& options) {
  return options.changes == nullptr ? 0 : options.changes->min_clearance_m;
}

// The index that finds long paths: the one asked for, else the better one that was baked; kNone: none.
RouteMethod IndexOf(const NavmeshIndexes& indexes, const MeshRouteOptions& options) {
  if (indexes.hierarchy == nullptr && ClearanceOf(options) > 0) return RouteMethod::kNone;
  const bool wants_clusters = options.method == RouteMethod::kClusters;
  if (indexes.hierarchy != nullptr && !(wants_clusters && indexes.clusters != nullptr))
    return RouteMethod::kHierarchy;
  return indexes.clusters != nullptr ? RouteMethod::kClusters : RouteMethod::kNone;
}

}  // namespace

struct MeshSearch::LongRoute {
  std::optional<FoundPath> found;  // empty if the index cannot answer as asked,
  bool is_cut = false;             // maybe because a limit ended its search
  uint32_t expansions = 0;         // spent for nothing
  // A path that is whole though there may be much cheaper ones.
  std::optional<SurfacePath> spare = std::nullopt;
};

// Begins the guide to a goal. False if there is none: no hierarchy, no time, or no path over the baked mesh, of which the guide would
// only know that each place is as far from the goal as the next.
bool MeshSearch::BeginGuide(const NavLocation& start, const NavLocation& goal,
                            const MeshRouteOptions& options) {
  if (priced_ != nullptr && BeginGuide(start, goal, priced_->hierarchy, &priced_->costs, options.deadline))
    return true;
  const bool has_plain = indexes_.hierarchy != nullptr && (priced_ == nullptr || !priced_->costs.AreUneven());
  return has_plain && BeginGuide(start, goal, *indexes_.hierarchy, nullptr, options.deadline);
}

bool MeshSearch::BeginGuide(const NavLocation& start, const NavLocation& goal, const HierarchyView& hierarchy,
                            const GroundCosts* costs, const Deadline& deadline) {
  const NavLocation from = OnBaked(start);
  return guide_->Begin(BakedMesh(), BakedLinks(), hierarchy, OnBaked(goal), deadline, costs) &&
         std::isfinite(guide_->Left_m(from.poly, from.point.Plane()));
}

GroundCosts MeshSearch::CostsOf(const MeshRouteOptions& options) const {
  return options.changes == nullptr ? GroundCosts() : GroundCostsOf(map_, *options.changes);
}

GroundCosts::Range MeshSearch::RangeOf(const GroundCosts& costs) const {
  return costs.RangeOn(IndexedSurfaceOf(map_).SharesOf(BakedMesh()));
}

// No path costs less for a metre in the plane: links cost what they do, whatever ground costs.
double MeshSearch::LeastPerMetre(const GroundCosts& costs) const {
  const double least = RangeOf(costs).least;
  return map_.links->size() == 0 ? least : std::min(1.0, least);
}

// The hierarchy that knows what ground costs by this request, and most of where its clearance is not to be had; null: none
// does, or the plain one.
const PricedHierarchy* MeshSearch::PricedFor(const MeshRouteOptions& options) const {
  const double clearance_m = ClearanceOf(options);
  if (indexes_.priced.empty() || (!HasAreaFactors(options) && clearance_m <= 0)) return nullptr;
  const GroundCosts costs = CostsOf(options);
  const GroundShares& shares = IndexedSurfaceOf(map_).SharesOf(BakedMesh());
  const PricedHierarchy* best = nullptr;
  for (const PricedHierarchy& priced : indexes_.priced) {
    const bool is_better = best == nullptr || priced.min_clearance_m > best->min_clearance_m;
    if (is_better && priced.min_clearance_m <= clearance_m && costs.AreSameOn(shares, priced.costs))
      best = &priced;
  }
  return best;
}

NavLocation MeshSearch::OnBaked(const NavLocation& place) const {
  return {changed_ == nullptr ? place.poly : changed_->changed->BakedPoly(place.poly), place.point};
}

// Searches over points on sides. If the map has a hierarchy and the path is long, it guides the search.
SurfacePath MeshSearch::FindWeighted(const NavLocation& start, const NavLocation& goal,
                                     const MeshRouteOptions& options) {
  auto search = OptionsOf<EdgePointOptions>(map_, options);
  search.costs = CostsOf(options);
  search.clearance_m = ClearanceOf(options);
  const bool is_long = PlaneDistance(start.point, goal.point) > kExactUpTo_m;
  if (is_long && options.max_length_ratio != 1 && BeginGuide(start, goal, options)) {
    search.guide.left = &*guide_;
    search.guide.baked_polys =
        changed_ == nullptr ? map_.navmesh->poly_count() : changed_->baked_mesh->poly_count();
    if (changed_ != nullptr) search.guide.parents = changed_->changed->parents();
    const GroundCosts::Range range = priced_ != nullptr ? GroundCosts::Range{} : RangeOf(search.costs);
    search.least_factor = range.least;
    if (search.costs.AreUneven() || search.clearance_m > 0) return FindGreedily(start, goal, search, range);
  }
  return FindEdgePoints(*map_.navmesh, start, goal, search, *portal_points_);
}

// If a search takes too long, a greedier one follows.
SurfacePath MeshSearch::FindGreedily(const NavLocation& start, const NavLocation& goal,
                                     EdgePointOptions search, const GroundCosts::Range& range) {
  const double greed = std::min(kMostGreed, kGreed + kGreedOfCommon * (range.median / range.least - 1));
  const uint32_t most = search.max_expansions;
  uint32_t expansions = 0;
  SurfacePath path;
  for (const double more : kMoreGreed) {
    search.guide.greed = greed + more;
    search.max_expansions = MostOf(most, expansions, more, search.clearance_m > 0);
    path = FindEdgePoints(*map_.navmesh, start, goal, search, *portal_points_);
    expansions += path.expansions;
    path.expansions = expansions;
    if (path.outcome != SearchOutcome::kExpansionLimit || expansions >= most) break;
  }
  return path;
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
  const bool is_far = changed_ != nullptr && indexes_.hierarchy != nullptr && options.max_length_ratio != 1 &&
                      options.max_cost_m > kExactUpTo_m &&
                      PlaneDistance(start.point, goal.point) > kExactUpTo_m;
  was_weighted_ = is_far || (options.changes != nullptr && options.changes->IsWeighted());
  FoundPath found;
  found.path = was_weighted_ ? FindWeighted(start, goal, options) : FindShortest(start, goal, options);
  found.method = was_weighted_ ? RouteMethod::kEdgePoints : RouteMethod::kAnyAngle;
  found.basis = BasisOf(found.path.outcome);
  found.reason = ReasonOf(found.path.outcome);
  if (found.reason == RouteReason::kGoalUnreachable && (changed_ != nullptr || HasChanges(options))) {
    found.reason = RouteReason::kClosedByChanges;
  }
  return found;
}

// Over the mesh as baked.
SurfacePath MeshSearch::FindByIndex(const NavLocation& start, const NavLocation& goal, RouteMethod index,
                                    const MeshRouteOptions& options) {
  const NavLocation from = OnBaked(start);
  const NavLocation to = OnBaked(goal);
  const SurfacePath* const known =
      options.index_paths == nullptr ? nullptr : options.index_paths->Find(from, to);
  if (known != nullptr) return *known;
  SurfacePath path =
      index == RouteMethod::kClusters
          ? FindByClusters({BakedMesh(), BakedLinks(), map_.abilities}, *indexes_.clusters, from, to,
                           {options.max_expansions, options.deadline}, *scratch_.Borrow<ClusterWorkspace>())
          : FindByHierarchies(from, to, options);
  const bool is_kept = options.index_paths != nullptr && path.outcome == SearchOutcome::kFound;
  if (is_kept) options.index_paths->found.push_back({from, to, path});
  return path;
}

SurfacePath MeshSearch::FindByHierarchies(const NavLocation& from, const NavLocation& to,
                                          const MeshRouteOptions& options) {
  const HierarchyLimits limits{options.max_expansions, options.deadline};
  const auto workspace = scratch_.Borrow<HierarchyWorkspace>();
  const auto find = [&](const HierarchyView& hierarchy, const GroundPrices* prices,
                        const ClearanceCheck* clearance = nullptr) {
    return FindByHierarchy(BakedMesh(), BakedLinks(), hierarchy, from, to, limits, *workspace, prices,
                           clearance);
  };
  if (priced_ == nullptr) return find(*indexes_.hierarchy, nullptr);
  if (!HasAreaFactors(options)) {
    const ClearanceCheck clearance(BakedMesh(), nullptr, ClearanceOf(options), portal_points_->surface);
    SurfacePath clear = find(priced_->hierarchy, nullptr, &clearance);
    const bool is_found = clear.outcome == SearchOutcome::kFound;
    const auto has_room = [&](const NavLocation& end) {
      return clearance.Room(end.poly, end.point.Plane(), clearance.clearance_m()) >= clearance.clearance_m();
    };
    if (is_found && has_room(from) && has_room(to)) return clear;
    // The path to an end without room may be as narrow as that: it does not know of those.
    SurfacePath plain = find(*indexes_.hierarchy, nullptr);
    return is_found && clear.cost_m <= kMostCleared * plain.cost_m ? clear : plain;
  }
  const GroundPrices prices{priced_->costs, LeastPerMetre(priced_->costs)};
  SurfacePath path = find(priced_->hierarchy, &prices);
  if (path.outcome != SearchOutcome::kFound) return path;
  const ClearanceCheck none(BakedMesh(), nullptr, 0, portal_points_->surface);
  PullOverGround({.mesh = BakedMesh(),
                  .links = BakedLinks(),
                  .costs = priced_->costs,
                  .exclusions = nullptr,
                  .clearance = none,
                  .keeps_corridor = true},
                 from, to, portal_points_->line, path);
  return path;
}

// Whether a path over the baked mesh uses anything that is closed now.
bool MeshSearch::MeetsClosures(const SurfacePath& path) const {
  if (changed_ == nullptr) return false;
  const ChangedMesh& changed = *changed_->changed;
  const auto meets = [&](EdgeId edge) {
    const NavmeshView& mesh = *changed_->baked_mesh;
    return changed.IsChanged(PolyId(mesh.edge(EdgeId(mesh.edge(edge).twin)).poly));
  };
  const auto is_closed = [&](const LinkUse& use) {
    const NavLink& link = map_.links->link(use.link);
    return !MayUse(link, map_.abilities) || changed.IsChanged(PolyId(link.end_poly));
  };
  return changed.IsChanged(path.turns.front().poly) ||
         std::any_of(path.crossed.begin(), path.crossed.end(), meets) ||
         std::any_of(path.links.begin(), path.links.end(), is_closed);
}

// Whether it uses anything that is another now.
bool MeshSearch::MeetsChanges(const SurfacePath& path, const MeshRouteOptions& options) const {
  if (priced_ != nullptr && options.exclusions == nullptr) return MeetsClosures(path);
  return MeetsClosures(path) || (HasChanges(options) && TouchesChanges(*map_.navmesh, *map_.links, path,
                                                                       *options.changes, options.exclusions));
}

// A path of the index as this ground has it, for when a limit ends the search for a better one.
void MeshSearch::Weigh(const NavLocation& start, const NavLocation& goal, const MeshRouteOptions& options,
                       SurfacePath& path) {
  const GroundCosts costs = CostsOf(options);
  const ClearanceCheck none(*map_.navmesh, nullptr, 0, portal_points_->surface);
  PullOverGround({*map_.navmesh, *map_.links, costs, nullptr, none, !options.deadline.Expired()}, start, goal,
                 portal_points_->line, path);
}

// The path led round what is closed, if that is hardly longer; empty otherwise.
std::optional<SurfacePath> MeshSearch::LeadRound(const NavLocation& start, const NavLocation& goal,
                                                 const SurfacePath& path, const MeshRouteOptions& options,
                                                 uint32_t& expansions) {
  if (changed_ == nullptr || HasAreaFactors(options)) return std::nullopt;
  std::optional<SurfacePath> repaired = RepairPath(map_, *changed_, path, start, goal, options.max_expansions,
                                                   options.deadline, *any_angle_, expansions);
  if (!repaired || repaired->cost_m > kMostRepaired * path.cost_m) return std::nullopt;
  return repaired;
}

// The path led off the borders that it comes too near to, if that is hardly longer; empty otherwise.
std::optional<SurfacePath> MeshSearch::LeadOffBorders(const NavLocation& start, const NavLocation& goal,
                                                      const SurfacePath& path,
                                                      const MeshRouteOptions& options, uint32_t& expansions) {
  if (HasAreaFactors(options)) return std::nullopt;
  const ClearRouteOptions clear{.clearance_m = ClearanceOf(options),
                                .exclusions = options.exclusions,
                                .max_expansions = options.max_expansions,
                                .deadline = options.deadline};
  uint32_t searched = 0;
  std::optional<SurfacePath> found =
      KeepClear(map_, path, start, goal, clear, *scratch_.Borrow<ClearRouteWorkspace>(), searched);
  // A search that follows has all that the request allows: only what is used counts.
  if (!found || found->cost_m > kMostCleared * path.cost_m) return std::nullopt;
  expansions += searched;
  return found;
}

// The path as the changes leave it, if it is hardly longer; empty otherwise.
std::optional<SurfacePath> MeshSearch::WithChanges(const NavLocation& start, const NavLocation& goal,
                                                   SurfacePath baked, const MeshRouteOptions& options,
                                                   uint32_t& expansions) {
  std::optional<SurfacePath> path = std::move(baked);
  if (MeetsChanges(*path, options)) path = LeadRound(start, goal, *path, options, expansions);
  if (path && ClearanceOf(options) > 0) path = LeadOffBorders(start, goal, *path, options, expansions);
  return path;
}

MeshSearch::LongRoute MeshSearch::FindLong(const NavLocation& start, const NavLocation& goal,
                                           RouteMethod index, const MeshRouteOptions& options) {
  const bool by_clusters = index == RouteMethod::kClusters;
  FoundPath found;
  found.method = index;
  found.basis = RouteBasis::kBaked;
  found.path = FindByIndex(start, goal, index, options);
  SurfacePath& route = found.path;
  if (route.outcome != SearchOutcome::kFound) return {std::nullopt, true};
  if (changed_ != nullptr || HasChanges(options)) {
    uint32_t expansions = route.expansions;
    if (ClearanceOf(options) <= 0 && !MeetsChanges(route, options)) {
      found.basis = RouteBasis::kBakedUntouched;
    } else {
      std::optional<SurfacePath> spare;
      const bool is_open = options.exclusions == nullptr && !MeetsClosures(route);
      if (is_open && HasAreaFactors(options) && ClearanceOf(options) <= 0) spare = route;
      std::optional<SurfacePath> path = WithChanges(start, goal, std::move(route), options, expansions);
      if (!path) return {std::nullopt, expansions >= options.max_expansions, expansions, std::move(spare)};
      route = *std::move(path);
      found.basis = RouteBasis::kSearch;
    }
  }
  const bool line_is_least = map_.links->Shortcuts().empty();
  const double least = HasAreaFactors(options) ? LeastPerMetre(CostsOf(options)) : 1;
  if (!IsShortEnough(route.cost_m / least, start, goal, options.max_length_ratio, line_is_least)) return {};
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
      : search_(search),
        start_(start),
        goal_(goal),
        index_(index),
        options_(options),
        near_m_(kExactUpTo_m *
                (HasAreaFactors(options) ? std::max(1.0, search.RangeOf(search.CostsOf(options)).most) : 1)) {
  }

  FoundPath Find() {
    FoundPath found = FindOne();
    found.met_limit = met_limit_;
    return found;
  }

 private:
  // The index comes between two searches, so that no limit that ends the second one loses its path.
  FoundPath FindOne() {
    FoundPath found = SearchUpTo(near_m_, std::min(kFirstNearExpansions, options_.near_expansions));
    if (!WasCut(found)) return IsDecided(found) ? found : FindFar();
    std::optional<FoundPath> by_index = AskIndex();
    if (!by_index) return options_.deadline.Expired() ? found : SearchForRest();
    expanded_ += by_index->path.expansions;
    const double slack = index_ == RouteMethod::kClusters ? kClusterSlack : kHierarchySlack;
    const bool may_be_near = by_index->IsBest() && by_index->path.cost_m <= slack * near_m_;
    if (may_be_near) {
      found =
          SearchUpTo(std::min(near_m_, by_index->path.cost_m * (1 + kRounding)), options_.near_expansions);
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
    expanded_ += by_index.expansions;
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
    return near.path.outcome != SearchOutcome::kCostLimit || options_.max_cost_m <= near_m_;
  }

  MeshSearch& search_;
  const NavLocation& start_;
  const NavLocation& goal_;
  const RouteMethod index_;
  const MeshRouteOptions& options_;
  const double near_m_;  // [m of plain ground] what paths of up to kExactUpTo_m cost at most
  uint32_t expanded_ = 0;
  bool met_limit_ = false;  // FoundPath::met_limit
};

// If all ground costs the same, paths are those of plain ground. Links cost what they do.
// NOLINTNEXTLINE(misc-no-recursion): without factors it does not come back
std::optional<FoundPath> MeshSearch::FindOverEvenGround(const NavLocation& start, const NavLocation& goal,
                                                        const MeshRouteOptions& options) {
  if (!HasAreaFactors(options) || indexes_.hierarchy == nullptr || map_.links->size() > 0)
    return std::nullopt;
  const GroundCosts::Range range = RangeOf(CostsOf(options));
  if (range.least != range.most) return std::nullopt;
  RouteChanges plain = *options.changes;
  plain.area_factors.clear();
  MeshRouteOptions length = options;
  length.changes = &plain;
  length.max_cost_m /= range.least;
  FoundPath found = Find(start, goal, length);
  SurfacePath& path = found.path;
  path.cost_m *= range.least;
  path.stretch_costs_m.assign(path.turns.empty() ? 0 : 1, path.cost_m);
  return found;
}

// NOLINTNEXTLINE(misc-no-recursion): as above
FoundPath MeshSearch::Find(const NavLocation& start, const NavLocation& goal,
                           const MeshRouteOptions& options) {
  if (auto found = FindOverEvenGround(start, goal, options)) return *std::move(found);
  priced_ = PricedFor(options);
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
  MeshRouteOptions rest = options;
  rest.max_expansions -= std::min(by_index.expansions, options.max_expansions - 1);
  FoundPath found = FindBySearch(start, goal, rest);
  if (found.path.outcome == SearchOutcome::kExpansionLimit && by_index.spare) {
    by_index.spare->expansions = found.path.expansions;
    by_index.spare->outcome = SearchOutcome::kExpansionLimit;
    found.path = *std::move(by_index.spare);
    Weigh(start, goal, options, found.path);
  }
  found.path.expansions += by_index.expansions;
  found.met_limit = by_index.is_cut;
  return found;
}

FoundPath FindMeshRoute(const MapView& map, const NavLocation& start, const NavLocation& goal,
                        const MeshRouteOptions& options, Scratch& scratch) {
  return MeshSearch(map, scratch).Find(start, goal, options);
}

}  // namespace waystone
