// Walks between the cells of a grid and its portals, by searches: where the world has no trees of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/grid/trigger_search.h"
#include "core/world/grid_portals.h"
#include "core/world/world_format.h"

namespace waystone {

// As grid_walks.h says, all exits or all arrivals in one search. What it is made of must outlive it, and the
// workspaces are only scratch memory. One thread.
class SearchedWalks {
 public:
  struct Workspace {
    GridWorkspace& grid;
    TriggerBits& triggers;
  };

  // `exits`: the portals of the map. `limits`: of each search, its start and goal mean nothing. REQUIRES:
  // `ground` is the map as baked.
  SearchedWalks(const GridGround& ground, const GridPortals& portals, std::span<const WorldPortal> exits,
                WorldMode mode, const GridQuery& limits, const Workspace& workspace)
      : ground_(ground),
        portals_(portals),
        exits_(exits),
        teleports_(mode == WorldMode::kWalkInTeleports),
        limits_(limits),
        workspace_(workspace) {}

  // From a free cell to the exits `first`, `first` + 1, ..., one for each of the ways, which are overwritten.
  // kFound, also where some cannot be reached, or the limit that came before the end. O(cells log cells).
  GridOutcome ToExits(Cell start, uint32_t first, std::span<GridPath> ways);
  // Likewise from each of the arrivals, ids of free cells, to a free cell.
  GridOutcome FromArrivals(std::span<const uint32_t> arrivals, Cell goal, std::span<GridPath> ways);

 private:
  bool IsSetOff(uint32_t exit) const { return teleports_ && exits_[exit].kind == PortalKind::kWalkIn; }
  std::vector<TargetCell> CellsThatSetOff() const;
  bool AddCells(uint32_t exit, uint32_t target, Cell start);
  GridPath Reenter(Cell start) const;
  GridOutcome Search(Cell from, std::span<GridPath> ways);

  const GridGround& ground_;
  const GridPortals& portals_;
  const std::span<const WorldPortal> exits_;
  const bool teleports_;
  const GridQuery limits_;
  const Workspace workspace_;
  std::vector<TargetCell> sets_off_;  // by cell the exit that it sets off
  std::vector<TargetCell> targets_;
};

}  // namespace waystone
