// The best path between two snapped places of one map, however it is found: everything that answers with a
// route calls it.
//
//   const FoundPath found = FindMeshRoute(map, *start.place, *goal.place, options, scratch);
//   if (found.IsBest()) Follow(found.path.turns);
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "core/base/deadline.h"
#include "core/base/scratch.h"
#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/any_angle_workspace.h"
#include "core/navmesh/edge_point_search.h"
#include "core/navmesh/exclusions.h"
#include "core/navmesh/hierarchy_guide.h"
#include "core/path/search_outcome.h"
#include "core/path/surface_path.h"
#include "core/surface/map_view.h"
#include "core/surface/navmesh/navmesh_indexes.h"
#include "core/surface/route_changes.h"
#include "core/surface/route_query.h"
#include "core/surface/route_search.h"

namespace waystone {

// [m] Paths that cost no more than this are searched for exactly, whatever the map has baked.
inline constexpr double kExactUpTo_m = 50;
// [search nodes] What that search may expand on a map with an index, or half of what the request allows, if
// that is less. Beyond, the index's path is the answer.
inline constexpr uint32_t kNearExpansions = 50'000;
// [search nodes] Its share before the index is asked, or half of what the request allows.
inline constexpr uint32_t kFirstNearExpansions = 2'048;

struct MeshRouteOptions {
  uint32_t max_expansions = 1'000'000;                          // [search nodes]
  double max_cost_m = std::numeric_limits<double>::infinity();  // [m, >= 0] ignores paths that cost more
  double max_length_ratio = 0;  // [factor, 1-2, 0 = whatever is best] as RouteQuery::max_length_ratio
  // kHierarchy, kClusters: that index, if there is one, also for paths of up to kExactUpTo_m; kAnyAngle: no
  // index. Other values do not matter.
  RouteMethod method = RouteMethod::kNone;
  uint32_t near_expansions = kNearExpansions;  // of the exact search for a near goal on a map with an index
  // A path of the index that costs more than max_cost_m rules out all others. If not, and it costs little
  // more, the exact search looks for a cheaper one.
  bool trusts_index = false;
  bool is_reachable = false;               // the caller knows that a path exists
  const RouteChanges* changes = nullptr;   // null: none
  const Exclusions* exclusions = nullptr;  // of the changes (ExclusionsOf)
  Deadline deadline;
  IndexPaths* index_paths = nullptr;  // as PathTerms::index_paths
};

// Searches over one map, one after the other. Map and scratch must outlive it. One thread.
class MeshSearch {
 public:
  MeshSearch(const MapView& map, Scratch& scratch)
      : map_(map), indexes_(IndexesOf(map)), changed_(IndexedSurfaceOf(map).Changed()), scratch_(scratch) {}

  // FindMeshRoute.
  FoundPath Find(const NavLocation& start, const NavLocation& goal, const MeshRouteOptions& options);
  // Whether the last search over the surface came to the polygon. REQUIRES: it has proven that no path leads
  // to its goal.
  bool Reached(PolyId poly) const {
    return was_weighted_ ? portal_points_->Entered(poly) : any_angle_->flood.Reached(poly);
  }

 private:
  friend class NearRoute;
  struct LongRoute;
  FoundPath FindBySearch(const NavLocation& start, const NavLocation& goal, const MeshRouteOptions& options);
  SurfacePath FindWeighted(const NavLocation& start, const NavLocation& goal,
                           const MeshRouteOptions& options);
  SurfacePath FindGreedily(const NavLocation& start, const NavLocation& goal, EdgePointOptions search,
                           const GroundCosts::Range& range);
  SurfacePath FindShortest(const NavLocation& start, const NavLocation& goal,
                           const MeshRouteOptions& options);
  SurfacePath FindByIndex(const NavLocation& start, const NavLocation& goal, RouteMethod index,
                          const MeshRouteOptions& options);
  void Weigh(const NavLocation& start, const NavLocation& goal, const MeshRouteOptions& options,
             SurfacePath& path);
  bool MeetsClosures(const SurfacePath& path) const;
  bool MeetsChanges(const SurfacePath& path, const MeshRouteOptions& options) const;
  std::optional<SurfacePath> LeadRound(const NavLocation& start, const NavLocation& goal,
                                       const SurfacePath& path, const MeshRouteOptions& options,
                                       uint32_t& expansions);
  std::optional<SurfacePath> WithChanges(const NavLocation& start, const NavLocation& goal, SurfacePath baked,
                                         const MeshRouteOptions& options, uint32_t& expansions);
  std::optional<SurfacePath> LeadOffBorders(const NavLocation& start, const NavLocation& goal,
                                            const SurfacePath& path, const MeshRouteOptions& options,
                                            uint32_t& expansions);
  std::optional<FoundPath> FindOverEvenGround(const NavLocation& start, const NavLocation& goal,
                                              const MeshRouteOptions& options);
  GroundCosts CostsOf(const MeshRouteOptions& options) const;
  GroundCosts::Range RangeOf(const GroundCosts& costs) const;
  NavLocation OnBaked(const NavLocation& place) const;
  const NavmeshView& BakedMesh() const { return changed_ == nullptr ? *map_.navmesh : *changed_->baked_mesh; }
  const LinkView& BakedLinks() const { return changed_ == nullptr ? *map_.links : *changed_->baked_links; }
  double LeastPerMetre(const GroundCosts& costs) const;
  const PricedHierarchy* PricedFor(const MeshRouteOptions& options) const;
  SurfacePath FindByHierarchies(const NavLocation& from, const NavLocation& to,
                                const MeshRouteOptions& options);
  bool BeginGuide(const NavLocation& start, const NavLocation& goal, const MeshRouteOptions& options);
  bool BeginGuide(const NavLocation& start, const NavLocation& goal, const HierarchyView& hierarchy,
                  const GroundCosts* costs, const Deadline& deadline);
  LongRoute FindLong(const NavLocation& start, const NavLocation& goal, RouteMethod index,
                     const MeshRouteOptions& options);

  const MapView& map_;
  const NavmeshIndexes indexes_;
  const ChangedGround* const changed_;  // null: the mesh is as baked
  Scratch& scratch_;
  const Scratch::Lease<AnyAngleWorkspace> any_angle_ = scratch_.Borrow<AnyAngleWorkspace>();
  const Scratch::Lease<EdgePointWorkspace> portal_points_ = scratch_.Borrow<EdgePointWorkspace>();
  const Scratch::Lease<HierarchyGuide> guide_ = scratch_.Borrow<HierarchyGuide>();
  bool was_weighted_ = false;                // the last search over the surface
  const PricedHierarchy* priced_ = nullptr;  // PricedFor the ends that are being searched
};

// The cheapest path over the surface and the links that the view's abilities may use. On maps without an
// index for these abilities, and if max_length_ratio is 1, the exact search finds it (any_angle_search.h).
// Otherwise that search looks for paths of up to kExactUpTo_m with a share of the expansions. If it finds
// none, or a limit ends it, the hierarchy answers (hierarchy_route.h), whose paths are some tenths of a per
// cent longer than the cheapest, or if there is none the clusters (cluster_route.h), whose paths are some per
// cent longer. If a ratio between is asked for and is not sure to be kept, or the index has no answer, the
// exact search runs again with what is left. With changes: by the search that they need (any_angle_search.h,
// edge_point_search.h), and by an index only if its path touches none, or can be led round them. If there is none, or a limit ended
// the search, the path to the nearest place that was reached (FindAnyAngle says which). Both places are
// map-local. One thread per scratch.
FoundPath FindMeshRoute(const MapView& map, const NavLocation& start, const NavLocation& goal,
                        const MeshRouteOptions& options, Scratch& scratch);

}  // namespace waystone
