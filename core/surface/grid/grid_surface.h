// A grid as a search surface.
#pragma once

#include <memory>
#include <vector>

#include "core/grid/grid_view.h"
#include "core/surface/grid/grid_of_map.h"
#include "core/surface/search_surface.h"

namespace waystone {

class ChangedGrid;
class ChangedGrids;
class ChangedRects;

class GridSurface final : public SurfaceOverGrid {
 public:
  // The grid must outlive it.
  explicit GridSurface(const GridView& grid);
  // Of a changed grid, which must outlive it, too.
  GridSurface(const GridView& grid, const ChangedGrid& changed);
  ~GridSurface() override;

  const SearchSurface& AsPolygons() const override;
  SurfaceFields Fields() const override;
  absl::Status CheckRoute(const MapView& map, const RouteQuery& query) const override;
  absl::StatusOr<MapView> ApplyForPlaces(const MapView& map, const RouteChanges& changes,
                                         const Deadline& deadline) const override;
  PolyId BakedPoly(PolyId poly) const override;
  absl::StatusOr<std::unique_ptr<RouteSearch>> Open(const MapView& map, const RouteChanges& changes,
                                                    const Deadline& deadline,
                                                    Scratch& scratch) const override;
  absl::StatusOr<DistanceAnswer> MeasureDistances(const MapView& map, const DistanceQuery& query,
                                                  Scratch& scratch) const override;
  SnapResult SnapTo(const MapView& map, const Vec3& position, const SnapOptions& options, PlaceRole role,
                    const Exclusions* exclusions, Scratch& scratch) const override;
  SnapResult SnapToGround(const MapView& map, const Vec3& position, const SnapOptions& options,
                          Scratch& scratch) const override;
  absl::StatusOr<std::unique_ptr<const WalkGround>> GroundOfWalks(const MapView& map,
                                                                  const RouteChanges& changes,
                                                                  const Deadline& deadline,
                                                                  Scratch& scratch) const override;
  absl::StatusOr<std::unique_ptr<MoveGround>> OpenMoves(const MapView& map, const RouteChanges* changes,
                                                        uint32_t max_expansions, const Deadline& deadline,
                                                        Scratch& scratch) const override;
  SkeletonJoin FindJoin(const MapView& map, const NavLocation& start, const JoinOptions& options,
                        const Exclusions* exclusions, Scratch& scratch) const override;
  absl::StatusOr<std::shared_ptr<const PortalSurface>> OpenPortals(const PortalTables& tables) const override;

 private:
  const std::unique_ptr<ChangedGrids> changed_;      // null: the grid is not as baked
  const std::unique_ptr<const ChangedRects> rects_;  // null: the grid is as baked
};

}  // namespace waystone
