#include "core/surface/grid/grid_surface.h"

#include "core/base/field_error.h"
#include "core/base/status_macros.h"
#include "core/surface/grid/changed_grid.h"
#include "core/surface/grid/changed_rects.h"
#include "core/surface/grid/grid_distances.h"
#include "core/surface/grid/grid_ground.h"
#include "core/surface/grid/grid_method.h"
#include "core/surface/grid/grid_moves.h"
#include "core/surface/grid/grid_route.h"
#include "core/surface/grid/grid_snap.h"
#include "core/surface/grid/grid_walks.h"
#include "core/surface/grid/grid_world_portals.h"
#include "core/surface/ground/route_points.h"
#include "core/surface/navmesh/navmesh_surface.h"

namespace waystone {
namespace {

class GridRouteSearchOver final : public RouteSearch {
 public:
  // The cache's lease keeps the ground's bits.
  GridRouteSearchOver(const MapView& map, Scratch::Lease<GridGroundCache> cache, const GridGround& ground,
                      Scratch& scratch)
      : map_(map), cache_(std::move(cache)), ground_(ground), scratch_(scratch) {}

  SnappedStops SnapStops(const RouteStops<Vec3>& positions, const SnapOptions& options, bool mutually,
                         const Deadline& deadline) override {
    if (mutually) return SnapMutuallyToGrid(map_, ground_, positions, options, deadline, scratch_);
    return SnapAllToGrid(map_, ground_, positions, options, deadline, *scratch_.Borrow<SurfaceWorkspace>());
  }

  bool IsChanged() const override { return ground_.is_changed; }

  SnapResult SnapUnchanged(const Vec3& position, const SnapOptions& options) override {
    GridGround baked = ground_;
    baked.bits = ground_.map->bits();
    return SnapToGrid(map_, baked, position, options, *scratch_.Borrow<SurfaceWorkspace>());
  }

  // The search itself finds the nearest cell.
  bool FindsNearest() const override { return true; }

  absl::Status CheckMethod(const NavLocation& start, const NavLocation& end,
                           RouteMethod method) const override {
    return CheckGridMethod(ground_, *ground_.map->CellAt(start.point), *ground_.map->CellAt(end.point),
                           method);
  }

  NearestPath FindPath(const NavLocation& from, std::span<const NavLocation> goals,
                       const PathTerms& terms) override {
    return FindNearestGridRoute(map_, ground_, from, goals, terms, scratch_);
  }

  bool Append(const SurfacePath& path, const RouteQuery& query, RouteAnswer& answer) override {
    RouteQuery level = query;  // paths over grids come in their shape
    level.shape = RouteShape::kTurningPoints;
    return AppendRoute(map_, path, level, *scratch_.Borrow<GroundLineWorkspace>(), answer);
  }

 private:
  const MapView& map_;
  const Scratch::Lease<GridGroundCache> cache_;
  const GridGround ground_;
  Scratch& scratch_;
};

}  // namespace

GridSurface::GridSurface(const GridView& grid)
    : SurfaceOverGrid(grid), changed_(std::make_unique<ChangedGrids>()) {}
GridSurface::GridSurface(const GridView& grid, const ChangedGrid& changed)
    : SurfaceOverGrid(grid), rects_(std::make_unique<ChangedRects>(changed)) {}
GridSurface::~GridSurface() = default;

absl::StatusOr<MapView> GridSurface::ApplyForPlaces(const MapView& map, const RouteChanges& changes,
                                                    const Deadline& deadline) const {
  const bool is_changed = changes.HasCells() || changes.min_clearance_m > 0 || changes.excluded_areas != 0;
  if (map.is_applied || !is_changed) return map;
  const auto make_surface = [](const GridView& grid, const ChangedGrid& changed) {
    return std::make_unique<GridSurface>(grid, changed);
  };
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<const ChangedGrid> changed,
                      changed_->Get(map, changes, make_surface, deadline));
  return ChangedGrid::ViewOf(changed, map, deadline);
}

const SearchSurface& GridSurface::AsPolygons() const {
  if (rects_ != nullptr) return *rects_;
  return NavmeshSurface::Plain();
}

PolyId GridSurface::BakedPoly(PolyId poly) const {
  return rects_ == nullptr ? poly : rects_->BakedPoly(poly);
}

SurfaceFields GridSurface::Fields() const {
  const GridHeader& h = grid().header();
  const Vec3 corner{h.corner_x_m, h.height_m, h.corner_z_m};
  return {.name = "a grid",
          .cells = CellExtent{h.columns, h.rows, h.cell_size_m, corner},
          .has_cell_paths = true,
          .blocks_polys = false,
          .tells_polys = false};
}

absl::Status GridSurface::CheckRoute(const MapView& /*map*/, const RouteQuery& query) const {
  return query.with_polys ? FieldError("with_polys", "not on grids", absl::StatusCode::kUnimplemented)
                          : absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<RouteSearch>> GridSurface::Open(const MapView& map,
                                                               const RouteChanges& changes,
                                                               const Deadline& deadline,
                                                               Scratch& scratch) const {
  Scratch::Lease<GridGroundCache> cache = scratch.Borrow<GridGroundCache>();
  WS_ASSIGN_OR_RETURN(const GridGround ground, cache->GroundOf(grid(), changes, deadline));
  return std::make_unique<GridRouteSearchOver>(map, std::move(cache), ground, scratch);
}

absl::StatusOr<DistanceAnswer> GridSurface::MeasureDistances(const MapView& map, const DistanceQuery& query,
                                                             Scratch& scratch) const {
  const Scratch::Lease<GridGroundCache> cache = scratch.Borrow<GridGroundCache>();  // keeps the ground's bits
  WS_ASSIGN_OR_RETURN(const GridGround ground, cache->GroundOf(grid(), query.changes, query.deadline));
  return MeasureGridDistances(map, query, ground, scratch);
}

SnapResult GridSurface::SnapTo(const MapView& map, const Vec3& position, const SnapOptions& options,
                               PlaceRole role, const Exclusions* exclusions, Scratch& scratch) const {
  return AsPolygons().SnapTo(map, position, options, role, exclusions, scratch);
}

SnapResult GridSurface::SnapToGround(const MapView& map, const Vec3& position, const SnapOptions& options,
                                     Scratch& scratch) const {
  return AsPolygons().SnapToGround(map, position, options, scratch);
}

absl::StatusOr<std::unique_ptr<const WalkGround>> GridSurface::GroundOfWalks(const MapView& /*map*/,
                                                                             const RouteChanges& changes,
                                                                             const Deadline& deadline,
                                                                             Scratch& scratch) const {
  RouteChanges costs;  // the grid has the cells that the changes leave
  costs.area_factors = changes.area_factors;
  WS_ASSIGN_OR_RETURN(const GridGround ground,
                      scratch.Borrow<GridGroundCache>()->GroundOf(grid(), costs, deadline));
  return std::make_unique<GridWalkGround>(ground);
}

absl::StatusOr<std::unique_ptr<MoveGround>> GridSurface::OpenMoves(const MapView& map,
                                                                   const RouteChanges* changes,
                                                                   uint32_t max_expansions,
                                                                   const Deadline& deadline,
                                                                   Scratch& scratch) const {
  const bool is_changed = changes != nullptr && (changes->HasCells() || changes->min_clearance_m > 0);
  if (!is_changed) return std::unique_ptr<MoveGround>();
  Scratch::Lease<GridGroundCache> cache = scratch.Borrow<GridGroundCache>();
  WS_ASSIGN_OR_RETURN(const GridGround ground, cache->GroundOf(grid(), *changes, deadline));
  return std::make_unique<GridMoves>(map, std::move(cache), ground, max_expansions, scratch);
}

SkeletonJoin GridSurface::FindJoin(const MapView& map, const NavLocation& start, const JoinOptions& options,
                                   const Exclusions* exclusions, Scratch& scratch) const {
  return AsPolygons().FindJoin(map, start, options, exclusions, scratch);
}

absl::StatusOr<std::shared_ptr<const PortalSurface>> GridSurface::OpenPortals(
    const PortalTables& tables) const {
  WS_ASSIGN_OR_RETURN(const GridPortals portals, tables.OfGrid(grid().bits()));
  return std::make_shared<const GridPortalSurface>(portals);
}

}  // namespace waystone
