#include "core/surface/navmesh/mesh_distances.h"

#include <algorithm>
#include <limits>

#include "core/base/scratch.h"
#include "core/navmesh/exclusions.h"
#include "core/navmesh/surface_queries.h"
#include "core/surface/distance_rows.h"
#include "core/surface/navmesh/mesh_route.h"
#include "core/surface/search_surface.h"
#include "core/surface/snap.h"

namespace waystone {
namespace {

RouteMethod LongMethod(const NavmeshIndexes& indexes) {
  if (indexes.hierarchy != nullptr) return RouteMethod::kHierarchy;
  return indexes.clusters != nullptr ? RouteMethod::kClusters : RouteMethod::kNone;
}

class MeshRows final : public DistanceRows {
 public:
  MeshRows(const MapView& map, const DistanceQuery& query, Scratch& scratch)
      : DistanceRows(map, query, scratch),
        flood_(MeshWalkGround(*map.navmesh, *map.links, map.abilities).MakeFlood()),
        excluded_(scratch.Borrow<Exclusions>()),
        exclusions_(ExclusionsOf(map, query.changes, *excluded_)),
        index_(LongMethod(IndexesOf(map))),
        line_is_least_(map.links->Shortcuts().empty()) {}

 private:
  std::optional<NavLocation> Snap(const Vec3& local, PathEnd end) override {
    const PlaceRole role = end == PathEnd::kSource ? PlaceRole::kLeave : PlaceRole::kArrive;
    return map_.surface->SnapTo(map_, local, query_.snap, role, exclusions_, scratch_).place;
  }

  // If fewer expansions are left than PlanRoute has for the pair, an answer counts only if these were enough.
  OnePath Find(const PathQuery& path) override {
    const bool is_far = path.least_m >= kExactUpTo_m;
    uint32_t max_expansions = path.max_expansions;
    // What PlanRoute spends to find that the goal is not near.
    if (is_far) max_expansions -= std::min(kFirstNearExpansions, max_expansions / 2);
    const MeshRouteOptions options{.max_expansions = max_expansions,
                                   .max_cost_m = max_m_,
                                   .method = is_far ? index_ : RouteMethod::kNone,
                                   .is_reachable = !query_.changes.MayClose(),
                                   .changes = &query_.changes,
                                   .exclusions = exclusions_,
                                   .deadline = query_.deadline};
    const FoundPath found = FindMeshRoute(map_, path.source, path.target, options, scratch_);
    const bool may_differ = found.met_limit && max_expansions < query_.max_expansions;
    OnePath one;
    if (found.IsBest() && !may_differ) one.cost_m = found.path.cost_m;
    one.is_cut = found.basis == RouteBasis::kIncompleteSearch || may_differ;
    one.is_late =
        found.basis == RouteBasis::kIncompleteSearch && found.reason != RouteReason::kExpansionLimit;
    one.expansions = found.path.expansions;
    return one;
  }

  // Beyond, routes are those of the index. The near search of a route also finds whatever a flood of that
  // many expansions reaches: its share is no less.
  FloodLimits Flood() override {
    const uint32_t most = query_.max_expansions;
    if (query_.changes.IsWeighted()) return {};  // a flood measures lengths
    if (exclusions_ != nullptr) return {};       // of all ground
    if (index_ == RouteMethod::kNone) return {flood_.get(), max_m_, most};
    const uint32_t near =
        std::max(std::min(kFirstNearExpansions, most / 2), std::min(kNearExpansions, most / 8));
    return {flood_.get(), std::min(max_m_, kExactUpTo_m), near};
  }
  double LeastPerMetre() const override { return line_is_least_ ? LeastFactor() : 0; }
  double LeastFactor() const {
    double least = 1;
    for (const AreaFactor& factor : query_.changes.area_factors) least = std::min(least, factor.factor);
    return least;
  }

  const std::unique_ptr<WalkFlood> flood_;
  const Scratch::Lease<Exclusions> excluded_;
  const Exclusions* const exclusions_;  // null: nothing is closed that the mesh still has
  const RouteMethod index_;
  const bool line_is_least_;
};

}  // namespace

DistanceAnswer MeasureMeshDistances(const MapView& map, const DistanceQuery& query, Scratch& scratch) {
  return MeshRows(map, query, scratch).Measure();
}

}  // namespace waystone
