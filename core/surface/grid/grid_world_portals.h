// Walks to and from portals on grids.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/scratch.h"
#include "core/grid/grid_path.h"
#include "core/path/search_outcome.h"
#include "core/surface/grid/changed_triggers.h"
#include "core/surface/grid/searched_walks.h"
#include "core/surface/portal_surface.h"
#include "core/world/portal_query.h"

namespace waystone {

// The portals of a map that is a grid: their baked tables over its cells.
class GridPortalSurface final : public PortalSurface {
 public:
  explicit GridPortalSurface(const GridPortals& portals) : portals_(portals) {}

  absl::StatusOr<std::unique_ptr<WorldWalks>> MakeWalks(const WorldGround& ground,
                                                        Scratch& scratch) const override;
  std::shared_ptr<const PortalSurface> Asleep() const override {
    return std::make_shared<const GridPortalSurface>(portals_);
  }

 private:
  const GridPortals portals_;
};

class GridWorldWalks final : public WorldWalks {
 public:
  GridWorldWalks(const WorldGround& ground, const GridPortals& portals, const GridGround& cells,
                 Scratch& scratch)
      : WorldWalks(ground, scratch), grid_(*cells.map), cells_(cells), portals_(portals) {}
  GridWorldWalks(const WorldGround& ground, std::unique_ptr<const ChangedTriggers> changed, Scratch& scratch)
      : WorldWalks(ground, scratch),
        changed_(std::move(changed)),
        grid_(*changed_->cells().map),
        cells_(changed_->cells()),
        portals_(changed_->portals()) {}

  bool Searches() const override { return !portals_.has_tables(); }
  absl::StatusOr<std::optional<NavLocation>> PlaceOfArrival(PortalId portal) override;
  SnapResult SnapTo(const Vec3& position, PlaceRole role) override;
  absl::StatusOr<RouteReason> FindHeads(const NavLocation& start, const WalkBounds& bounds,
                                        std::vector<PortalHead>& heads) override;
  absl::StatusOr<RouteReason> FindTails(const NavLocation& end, uint32_t goal, const WalkBounds& bounds,
                                        std::vector<PortalTail>& tails) override;
  absl::StatusOr<RouteAnswer> WalkToPortal(PortalId exit) override;
  absl::StatusOr<WalkToPlace> WalkFromPortal(PortalId portal, const NavLocation& end) override;
  absl::StatusOr<WalkToPlace> WalkDirectly(const NavLocation& start, const NavLocation& goal,
                                           double below_cost_m) override;
  absl::Status DrawStored(RouteAnswer& walk) override;

 private:
  Cell CellAt(const NavLocation& place) const { return *grid_.CellAt(place.point); }
  double Cost_m(double cells, Cell free_cell) const;
  GridQuery LimitsOfSearch() const;
  TargetBounds InCells(const WalkBounds& bounds, Cell cell);
  bool IsByClusters() const;
  SearchedWalks Searched(const SearchedWalks::Workspace& workspace) const;
  SearchOutcome SearchExits(Cell start, MapExitId first, const TargetBounds& bounds,
                            std::span<GridPath> paths);
  SearchOutcome SearchArrivals(std::span<const uint32_t> arrivals, Cell goal, const TargetBounds& bounds,
                               std::span<GridPath> paths);
  std::vector<uint32_t> ArrivalCells() const;
  bool ArrivesInItsCell(const WorldArrival& arrival) const;
  bool PassesTriggers(const GridPath& path) const;
  PortalId SetOffBetween(Cell from, Cell goal) const;
  RouteAnswer TellPath(SearchOutcome outcome, const GridPath& path, const NavLocation& start,
                       const NavLocation& end);
  const GridGround& WithoutTriggers();
  RouteAnswer Draw(const GridPath& path, const NavLocation& start, const NavLocation& end);

  const std::unique_ptr<const ChangedTriggers> changed_;  // null: the map is as baked
  const GridView& grid_;
  const GridGround cells_;
  const GridPortals& portals_;
  NavLocation start_;  // of the heads
  // Free cells that set no portal off; empty: not made yet.
  std::vector<uint64_t> open_row_words_;
  std::vector<uint64_t> open_column_words_;
  GridGround open_;
  std::vector<double> beyond_;  // [cells] of InCells
};

}  // namespace waystone
