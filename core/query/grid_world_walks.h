// Walks to and from portals on grids.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/grid/grid_path.h"
#include "core/query/world_walks.h"
#include "core/world/searched_walks.h"

namespace waystone {

// What world_walks.h says of one grid. Ground and workspace must outlive it. One thread.
class GridWalker {
 public:
  GridWalker(const WorldGround& ground, Workspace& workspace)
      : ground_(ground), grid_(*ground.view.grid), ws_(workspace) {}

  RouteReason FindHeads(const NavLocation& start, const WalkBounds& bounds, std::vector<PortalHead>& heads);
  RouteReason FindTails(const NavLocation& end, uint32_t goal, const WalkBounds& bounds,
                        std::vector<PortalTail>& tails);
  RouteAnswer WalkToPortal(const NavLocation& start, PortalId exit);
  WalkToPlace WalkFromPortal(PortalId portal, const NavLocation& end);
  WalkToPlace WalkDirectly(const NavLocation& start, const NavLocation& goal, double below_cost_m);

 private:
  Cell CellAt(const NavLocation& place) const { return *grid_.CellAt(place.point); }
  double Cost_m(double cells, Cell free_cell) const;
  GridQuery Limits() const;
  TargetBounds InCells(const WalkBounds& bounds, Cell cell);
  bool IsByBlocks() const;
  SearchedWalks Searched();
  GridOutcome SearchExits(Cell start, uint32_t first, const TargetBounds& bounds, std::span<GridPath> ways);
  GridOutcome SearchArrivals(std::span<const uint32_t> arrivals, Cell goal, const TargetBounds& bounds,
                             std::span<GridPath> ways);
  std::vector<uint32_t> ArrivalCells() const;
  bool Teleports() const { return ground_.query->mode == WorldMode::kWalkInTeleports; }
  bool PassesTriggers(const GridPath& path) const;
  PortalId SetOffBetween(Cell from, Cell goal) const;
  RouteAnswer Tell(GridOutcome outcome, const GridPath& path, const NavLocation& start,
                   const NavLocation& end);
  RouteAnswer Draw(const GridPath& path, const NavLocation& start, const NavLocation& end);

  const WorldGround& ground_;
  const GridView& grid_;
  Workspace& ws_;
  std::vector<double> beyond_;  // [cells] of InCells
};

}  // namespace waystone
