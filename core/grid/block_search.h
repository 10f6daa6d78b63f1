// Ways over the blocks of a grid (S4.6): from block to block by what is baked of each.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/graph/dary_heap.h"
#include "core/grid/block_flood.h"
#include "core/grid/block_view.h"
#include "core/grid/block_way.h"
#include "core/grid/grid_path.h"

namespace waystone {

// The scratch memory of FindBlockPath: 16 bytes for each entrance of a map, and what a block takes. Owned by
// one worker.
struct BlockWorkspace {
  static constexpr uint32_t kNone = 0xffffffffU;
  // Of an entrance that was come to within its block.
  struct Label {
    uint32_t round = 0;  // of the search that it belongs to
    float cost = 0;      // [cells]
    uint32_t parent = kNone;
    bool is_expanded = false;
  };
  struct Open {
    float bound;
    uint32_t entrance;  // kNone: the goal
    float cost;         // negative: from the start, and not measured yet
  };
  struct IsNearer {
    bool operator()(const Open& a, const Open& b) const {
      return a.bound != b.bound ? a.bound < b.bound : a.entrance < b.entrance;
    }
  };

  uint32_t round = 0;
  std::vector<Label> labels;
  DaryHeap<Open, IsNearer> open;
  BlockFlood flood;
  std::vector<float> tails;           // [cells] from the entrances of the goal's block to the goal
  std::vector<float> goal_landmarks;  // [cells] from each landmark to the goal
  std::vector<uint32_t> entrances;    // of the way
  std::vector<Cell> cells;
  std::vector<Cell> tail;
  WayShortener shortener;

  // [bytes]
  uint64_t HeapBytes() const {
    return waystone::HeapBytes(labels, open, flood, tails, goal_landmarks, entrances, cells, tail);
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
