// The memory of searches over cells of different cost.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "core/base/growing_array.h"
#include "core/base/heap_bytes.h"
#include "core/graph/dary_heap.h"
#include "core/grid/grid_path.h"

namespace waystone {

// A search's data of a block of 8 x 8 cells. Blocks are taken from a pool as a search reaches them, so that
// memory and cache misses follow what the search sees and not the size of the map.
struct WeightedBlock {
  static constexpr int32_t kSide = 8;
  static constexpr int32_t kRimSide = kSide + 2;
  static constexpr uint8_t kClosed = 0x80;
  static constexpr uint8_t kNoStep = 0x7f;

  Cell corner;                        // its first cell
  uint32_t index;                     // among the blocks of the map
  std::array<double, 64> costs;       // of the best known path to each cell
  std::array<uint8_t, 64> came_by;    // the direction of its last step; kClosed if it is settled
  std::array<float, 100> cell_costs;  // of the cells and of those around the block; 0 if blocked
};

// The scratch memory of searches over cells of different cost. Owned by one worker; grows to the largest
// search so far.
class WeightedWorkspace {
 public:
  // A cell in a search: the number of its block in the order of reaching, times 64, plus its place.
  using NodeId = uint32_t;
  struct OpenNode {
    double estimate;  // cost so far and the least that remains
    float remaining;
    NodeId node;
  };
  // Among equal estimates, the one nearer to the goal first, then the one reached first.
  struct IsBefore {
    bool operator()(const OpenNode& a, const OpenNode& b) const {
      if (a.estimate != b.estimate) return a.estimate < b.estimate;
      if (a.remaining != b.remaining) return a.remaining < b.remaining;
      return a.node < b.node;
    }
  };

  // Forgets the last search. O(1), unless the map is larger than any before.
  void Prepare(const BitGrid& bits);
  // The pool's number of the cell's block; adds the block if it is new to the search.
  uint32_t BlockAt(const GridGround& ground, Cell cell);
  WeightedBlock& block(uint32_t number) { return *blocks_[number]; }
  DaryHeap<OpenNode, IsBefore>& open() { return open_; }

  // [bytes]
  uint64_t HeapBytes() const {
    return waystone::HeapBytes(slots_, blocks_, open_) + blocks_.size() * sizeof(WeightedBlock);
  }

 private:
  struct Slot {
    uint32_t generation = 0;
    uint32_t number = 0;
  };
  void Fill(const GridGround& ground, WeightedBlock& block) const;

  uint32_t blocks_across_ = 0;
  uint32_t generation_ = 0;
  uint32_t used_ = 0;
  GrowingArray<Slot> slots_;  // by block of the map
  std::vector<std::unique_ptr<WeightedBlock>> blocks_;
  DaryHeap<OpenNode, IsBefore> open_;
};

}  // namespace waystone
