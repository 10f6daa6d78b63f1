#include "core/surface/navmesh/navmesh_surface.h"

#include "core/base/field_error.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/navmesh/surface_queries.h"
#include "core/surface/ground/route_points.h"
#include "core/surface/kept_skeletons.h"
#include "core/surface/navmesh/changed_navmesh.h"
#include "core/surface/navmesh/mesh_closures.h"
#include "core/surface/navmesh/mesh_distances.h"
#include "core/surface/navmesh/mesh_join.h"
#include "core/surface/navmesh/mesh_portals.h"
#include "core/surface/navmesh/mesh_walks.h"
#include "core/surface/navmesh/nearest_route.h"
#include "core/surface/route_changes.h"

namespace waystone {
namespace {

class NavmeshRouteSearch final : public RouteSearch {
 public:
  NavmeshRouteSearch(const MapView& map, const RouteChanges& changes, Scratch& scratch)
      : map_(map),
        changes_(changes),
        scratch_(scratch),
        excluded_(scratch.Borrow<Exclusions>()),
        exclusions_(ExclusionsOf(map, changes, *excluded_)) {}

  SnappedStops SnapStops(const RouteStops<Vec3>& positions, const SnapOptions& options, bool mutually,
                         const Deadline& deadline) override {
    const Scratch::Lease<SurfaceWorkspace> workspace = scratch_.Borrow<SurfaceWorkspace>();
    if (!mutually) return SnapAll(*map_.navmesh, positions, options, deadline, *workspace, exclusions_);
    return SnapMutually(*map_.navmesh, *map_.zones, positions, options, deadline, *workspace, exclusions_);
  }

  bool IsChanged() const override { return exclusions_ != nullptr || map_.is_applied; }

  SnapResult SnapUnchanged(const Vec3& position, const SnapOptions& options) override {
    const ChangedGround* const changed = IndexedSurfaceOf(map_).Changed();
    const NavmeshView& baked = changed == nullptr ? *map_.navmesh : *changed->baked_mesh;
    return Snap(baked, position, options, *scratch_.Borrow<SurfaceWorkspace>());
  }

  NearestPath FindPath(const NavLocation& from, std::span<const NavLocation> goals,
                       const PathTerms& terms) override {
    const MeshRouteOptions options{.max_expansions = terms.max_expansions,
                                   .max_cost_m = terms.max_cost_m,
                                   .max_length_ratio = terms.max_length_ratio,
                                   .method = terms.method,
                                   .is_reachable = terms.is_reachable,
                                   .changes = &changes_,
                                   .exclusions = exclusions_,
                                   .deadline = terms.deadline,
                                   .index_paths = terms.index_paths};
    return terms.nearest ? FindNearestRoute(map_, from, {&*terms.nearest, 1}, options, scratch_)
                         : FindNearestRoute(map_, from, goals, options, scratch_);
  }

  bool Append(const SurfacePath& path, const RouteQuery& query, RouteAnswer& answer) override {
    return AppendRoute(map_, path, query, *scratch_.Borrow<GroundLineWorkspace>(), answer);
  }

 private:
  const MapView& map_;
  const RouteChanges& changes_;
  Scratch& scratch_;
  const Scratch::Lease<Exclusions> excluded_;
  const Exclusions* const exclusions_;  // null: nothing is excluded
};

}  // namespace

NavmeshSurface::NavmeshSurface(std::vector<NavmeshIndexes> indexes)
    : IndexedSurface(std::move(indexes)), changed_(std::make_unique<ChangedNavmeshes>()) {}
NavmeshSurface::NavmeshSurface(std::vector<NavmeshIndexes> indexes, const ChangedGround& ground)
    : IndexedSurface(std::move(indexes)), ground_(&ground), kept_(std::make_unique<KeptSkeletons>()) {}
NavmeshSurface::~NavmeshSurface() = default;

const NavmeshSurface& NavmeshSurface::Plain() {
  static const NavmeshSurface* const kPlain = [] {
    auto* const plain = new NavmeshSurface;
    plain->changed_.reset();
    return plain;
  }();
  return *kPlain;
}

absl::StatusOr<MapView> NavmeshSurface::Apply(const MapView& map, const RouteChanges& changes, ZonesNeed need,
                                              const Deadline& deadline) const {
  if (!changes.HasExclusions() || map.is_applied) return map;
  const ChangedNavmesh::Kind kind{
      .complete = [&](MeshChanges& closed) { return CloseMore(map, changes, deadline, closed); },
      .make_surface = [&](const ChangedGround& ground) { return Over(map, ground, changes); }};
  std::shared_ptr<const ChangedNavmesh> changed;
  if (changed_ != nullptr) {
    WS_ASSIGN_OR_RETURN(changed, changed_->Get(map, changes, kind, deadline));
  } else {
    WS_ASSIGN_OR_RETURN(std::shared_ptr<const MeshSnapshot> snapshot,
                        MeshSnapshotMaker(*map.navmesh, *map.links).Make(deadline));
    WS_ASSIGN_OR_RETURN(changed, ChangedNavmesh::Make(map, changes, std::move(snapshot), kind, deadline));
  }
  return ChangedNavmesh::ViewOf(changed, map, need, deadline);
}

// Clearance is kept from all that is closed, wherever a path leads.
std::unique_ptr<MetClosures> NavmeshSurface::WatchClosures(const MapView& map,
                                                           const RouteChanges& changes) const {
  const bool is_for_it = changed_ != nullptr && !map.is_applied && changes.HasExclusions();
  if (!is_for_it || changes.min_clearance_m > 0) return nullptr;
  return std::make_unique<MeshClosures>(map, changes);
}

absl::Status NavmeshSurface::CheckRoute(const MapView& map, const RouteQuery& query) const {
  WS_RETURN_IF_ERROR(CheckPlainShape(query));
  const bool is_weighted = query.changes.IsWeighted();
  const bool may_use_index = query.changes.IsNone() && query.max_length_ratio != 1;
  const NavmeshIndexes indexes = IndexesFor(map.abilities);
  const bool has_hierarchy = indexes.hierarchy != nullptr && may_use_index;
  const bool has_clusters = indexes.clusters != nullptr && may_use_index;
  const bool is_valid = query.method == RouteMethod::kNone ||
                        (query.method == RouteMethod::kEdgePoints && is_weighted) ||
                        (query.method == RouteMethod::kAnyAngle && !is_weighted) ||
                        (query.method == RouteMethod::kHierarchy && has_hierarchy) ||
                        (query.method == RouteMethod::kClusters && has_clusters);
  if (is_valid) return absl::OkStatus();
  return FieldError("method", StrCat("not valid for this map and request; valid are: ",
                                     is_weighted ? "EDGE_POINTS" : "ANY_ANGLE",
                                     has_hierarchy ? ", HIERARCHY" : "", has_clusters ? ", CLUSTERS" : ""));
}

absl::StatusOr<std::unique_ptr<RouteSearch>> NavmeshSurface::Open(const MapView& map,
                                                                  const RouteChanges& changes,
                                                                  const Deadline& /*deadline*/,
                                                                  Scratch& scratch) const {
  return std::make_unique<NavmeshRouteSearch>(map, changes, scratch);
}

absl::StatusOr<DistanceAnswer> NavmeshSurface::MeasureDistances(const MapView& map,
                                                                const DistanceQuery& query,
                                                                Scratch& scratch) const {
  return MeasureMeshDistances(map, query, scratch);
}

SnapResult NavmeshSurface::SnapTo(const MapView& map, const Vec3& position, const SnapOptions& options,
                                  PlaceRole /*role*/, const Exclusions* exclusions, Scratch& scratch) const {
  return Snap(*map.navmesh, position, options, *scratch.Borrow<SurfaceWorkspace>(), exclusions);
}

SnapResult NavmeshSurface::SnapToGround(const MapView& map, const Vec3& position, const SnapOptions& options,
                                        Scratch& scratch) const {
  return Snap(*map.navmesh, position, options, *scratch.Borrow<SurfaceWorkspace>());
}

absl::StatusOr<std::unique_ptr<const WalkGround>> NavmeshSurface::GroundOfWalks(const MapView& map,
                                                                                const RouteChanges& changes,
                                                                                const Deadline& /*deadline*/,
                                                                                Scratch& scratch) const {
  return std::make_unique<MeshRouteWalks>(map, changes, scratch);
}

SkeletonJoin NavmeshSurface::FindJoin(const MapView& map, const NavLocation& start,
                                      const JoinOptions& options, const Exclusions* exclusions,
                                      Scratch& scratch) const {
  return FindMeshJoin(map, start, options, exclusions, scratch);
}

absl::StatusOr<std::shared_ptr<const PortalSurface>> NavmeshSurface::OpenPortals(
    const PortalTables& /*tables*/) const {
  return std::make_shared<const MeshPortals>();
}

std::unique_ptr<const SearchSurface> SurfaceWithPrices(const MapView& map,
                                                       std::span<const PricedHierarchy> priced) {
  NavmeshIndexes indexes = IndexesOf(map);
  indexes.priced = priced;
  return std::make_unique<NavmeshSurface>(std::vector{indexes});
}

}  // namespace waystone
