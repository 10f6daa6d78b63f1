// Walks between the cells of a grid and its portals, by searches: for worlds without trees of them.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/grid/trigger_search.h"
#include "core/world/grid_portals.h"
#include "core/world/world_format.h"

namespace waystone {

// As grid_walks.h says, all exits or all arrivals in one search. Its parts must outlive it; the workspaces
// are only scratch memory. One thread.
class SearchedWalks {
 public:
  struct Workspace {
    GridWorkspace& grid;
    TriggerBits& triggers;
  };

  // `is_walk_in`: by exit of the map. `limits`: of each search, its start and goal mean nothing. REQUIRES:
  // triggers lie on free cells of `ground`.
  SearchedWalks(const GridGround& ground, const GridPortals& portals, std::vector<bool> is_walk_in,
                WorldMode mode, const GridQuery& limits, const Workspace& workspace)
      : ground_(ground),
        portals_(portals),
        is_walk_in_(std::move(is_walk_in)),
        teleports_(mode == WorldMode::kWalkInTeleports),
        limits_(limits),
        workspace_(workspace) {}

  // From a free cell to the exits `first`, `first` + 1, ..., one for each of the paths, which are
  // overwritten. kFound, also if some cannot be reached, or the limit that came before the end. Paths that
  // the bounds (whose targets are indices of the paths) call worthless may be missing. O(cells log cells).
  SearchOutcome ToExits(Cell start, MapExitId first, const TargetBounds& bounds, std::span<GridPath> paths);
  // The same from each of the arrivals, ids of cells, to a free cell.
  SearchOutcome FromArrivals(std::span<const uint32_t> arrivals, Cell goal, const TargetBounds& bounds,
                             std::span<GridPath> paths);

 private:
  bool IsSetOff(MapExitId exit) const { return teleports_ && is_walk_in_[exit.value()]; }
  std::vector<TargetCell> CellsThatSetOff() const;
  bool AddCells(MapExitId exit, uint32_t target, Cell start);
  GridPath Reenter(Cell start) const;
  SearchOutcome Search(Cell from, const TargetBounds& bounds, std::span<GridPath> paths);

  const GridGround& ground_;
  const GridPortals& portals_;
  const std::vector<bool> is_walk_in_;  // by exit
  const bool teleports_;
  const GridQuery limits_;
  const Workspace workspace_;
  std::vector<TargetCell> sets_off_;  // by cell the exit that it sets off
  std::vector<TargetCell> targets_;
};

}  // namespace waystone
