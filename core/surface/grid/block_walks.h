// Walks between cells of a grid and its portals over the grid's blocks (core/grid/block_search.h): mostly
// some per cent dearer than those of SearchedWalks, found faster on large maps.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/grid/grid_path.h"
#include "core/grid/grid_targets.h"
#include "core/grid/grid_workspace.h"
#include "core/surface/grid/searched_walks.h"
#include "core/world/grid_portals.h"

namespace waystone {

// In the mode where portals may be used and need not be. What it is made of must outlive it. One thread.
class BlockWalks {
 public:
  // `limits`: of each search, its start and goal mean nothing. `searched` finds what the blocks do not, and
  // is of the same mode. REQUIRES: DoBlocksServe(ground).
  BlockWalks(const GridGround& ground, const GridPortals& portals, const GridQuery& limits,
             SearchedWalks& searched, GridWorkspace& workspace)
      : ground_(ground), portals_(portals), limits_(limits), searched_(searched), workspace_(workspace) {}

  // As those of SearchedWalks, but that ways need not be the cheapest. Of each piece of a trigger that hangs
  // together within a block the cell nearest as the crow flies is looked for, piece by piece until no other
  // can be nearer, and the way ends at the first cell of the trigger that it comes to. Where that takes more
  // than 16 searches the cheapest way is searched for. Which way is found does not depend on the bounds nor
  // on the other targets.
  SearchOutcome ToExits(Cell start, uint32_t first, const TargetBounds& bounds, std::span<GridPath> ways);
  SearchOutcome FromArrivals(std::span<const uint32_t> arrivals, Cell goal, const TargetBounds& bounds,
                             std::span<GridPath> ways);

 private:
  struct Target {
    double least;  // [cells] all in all
    uint32_t index;
    std::span<const uint32_t> cells;
  };

  void AddTarget(Cell from, uint32_t index, std::span<const uint32_t> cells, const TargetBounds& bounds);
  void SearchPieces(Cell from, std::span<const uint32_t> cells, GridPath& way);
  SearchOutcome Search(Cell from, const TargetBounds& bounds, std::span<GridPath> ways);

  void TakeLost(std::span<GridPath> found, std::span<GridPath> ways) const;

  const GridGround& ground_;
  const GridPortals& portals_;
  const GridQuery limits_;
  SearchedWalks& searched_;
  GridWorkspace& workspace_;
  std::vector<Target> targets_;
  std::vector<uint32_t> lost_;  // targets that the blocks tell no way to
  GridPath path_;
};

}  // namespace waystone
