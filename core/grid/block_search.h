// Ways over the blocks of a grid (S4.6): from block to block by what is baked of each.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/graph/partition_search.h"
#include "core/grid/block_flood.h"
#include "core/grid/block_view.h"
#include "core/grid/block_way.h"
#include "core/grid/grid_path.h"

namespace waystone {

// The scratch memory of FindBlockPath: 16 bytes for each entrance of a map, and what a block takes. Owned by
// one worker.
struct BlockWorkspace {
  PartitionSearch<float, true> search;
  BlockFlood flood;
  std::vector<float> tails;           // [cells] from the entrances of the goal's block to the goal
  std::vector<float> goal_landmarks;  // [cells] from each landmark to the goal
  std::vector<uint32_t> entrances;    // of the way
  std::vector<Cell> cells;
  std::vector<Cell> tail;
  WayShortener shortener;

  // [bytes]
  uint64_t HeapBytes() const {
    return waystone::HeapBytes(search, flood, tails, goal_landmarks, entrances, cells, tail);
  }
};

// Whether the map has blocks, and nothing that they were made from is changed.
bool DoBlocksServe(const GridGround& ground);

// A way from start to goal that need not be the cheapest (docs/clusters.md tells by how much): A* over
// entrances. The bound of what is left is the straight distance, or what landmarks tell (Goldberg, Harrelson:
// Computing the shortest path: A* search meets graph theory, SODA 2005), counted a little longer; what start
// and goal cost to and from their blocks' entrances is read off trees. The way is then put together from the
// trees and shortened. Overwrites `path` but for its method: found, with the cost_ratio that the straight
// distance proves; no way; or ended by a limit: `expanded` counts entrances. Where there is no way none
// exists, but on a package that was not baked so. Deterministic but for the deadline. REQUIRES:
// DoBlocksServe; both cells are free. O(entrances expanded * entrances of a block + cells of the way).
void FindBlockPath(const GridGround& ground, const BlockView& blocks, const GridQuery& query,
                   BlockWorkspace& workspace, GridPath& path);

}  // namespace waystone
