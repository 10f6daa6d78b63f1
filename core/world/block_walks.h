// Walks between cells of a grid and its portals over the grid's blocks (core/grid/block_search.h): some per
// cent dearer than those of SearchedWalks, found faster on large maps.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/grid/grid_path.h"
#include "core/grid/grid_targets.h"
#include "core/grid/grid_workspace.h"
#include "core/world/grid_portals.h"
#include "core/world/searched_walks.h"

namespace waystone {

// In the mode where portals may be used and need not be. What it is made of must outlive it. One thread.
class BlockWalks {
 public:
  // `limits`: of each search, its start and goal mean nothing. `searched` finds what the blocks do not, and
  // is of the same mode. REQUIRES: DoBlocksServe(ground).
  BlockWalks(const GridGround& ground, const GridPortals& portals, const GridQuery& limits,
             SearchedWalks& searched, GridWorkspace& workspace)
      : ground_(ground), portals_(portals), limits_(limits), searched_(searched), workspace_(workspace) {}

  // As those of SearchedWalks, but that ways lead to the nearest cell of a trigger as the crow flies, and
  // need not be the cheapest. Which way is found does not depend on the bounds nor on the other targets.
  GridOutcome ToExits(Cell start, uint32_t first, const TargetBounds& bounds, std::span<GridPath> ways);
  GridOutcome FromArrivals(std::span<const uint32_t> arrivals, Cell goal, const TargetBounds& bounds,
                           std::span<GridPath> ways);

 private:
  struct Target {
    double least;  // [cells] all in all
    uint32_t index;
    Cell cell;
  };

  void AddTarget(Cell from, uint32_t index, std::span<const uint32_t> cells, const TargetBounds& bounds);
  GridOutcome Search(Cell from, const TargetBounds& bounds, std::span<GridPath> ways);

  void TakeLost(std::span<GridPath> found, std::span<GridPath> ways) const;

  const GridGround& ground_;
  const GridPortals& portals_;
  const GridQuery limits_;
  SearchedWalks& searched_;
  GridWorkspace& workspace_;
  std::vector<Target> targets_;
  std::vector<uint32_t> lost_;  // targets to whose cell no way was found
};

}  // namespace waystone
