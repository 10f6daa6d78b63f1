// The yardstick of searches over grids.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/grid/bit_grid.h"
#include "core/grid/cell.h"

namespace waystone {

// A* cell by cell to the eight neighbours, with a binary heap and arrays that a
// generation stamp makes empty. Made once per map. One thread.
class PlainGridSearch {
 public:
  explicit PlainGridSearch(const BitGrid& bits);

  // The steps of a shortest path. REQUIRES: both cells are free.
  std::optional<GridSteps> Find(Cell start, Cell goal);
  // Of the last call.
  uint64_t expanded() const { return expanded_; }

 private:
  struct Node {
    double length = 0;
    uint32_t stamp = 0;  // of the search that reached it: 2 * generation, one more where it is closed
    uint32_t parent = 0;
  };
  struct Open {
    double estimate;
    float length;  // of the path so far; only tells which of equals comes first
    uint32_t cell;
  };
  // Of the same estimate, the longer path first: it is nearer to the goal.
  struct IsLater {
    bool operator()(const Open& a, const Open& b) const {
      return a.estimate != b.estimate ? a.estimate > b.estimate : a.length < b.length;
    }
  };

  void Expand(uint32_t cell, double length);
  double LeastLength(int32_t x, int32_t y) const;

  uint32_t stride_;
  std::vector<uint8_t> is_free_;  // by padded cell
  std::vector<Node> nodes_;
  std::vector<Open> open_;
  uint32_t generation_ = 0;
  int32_t goal_x_ = 0;
  int32_t goal_y_ = 0;
  uint64_t expanded_ = 0;
};

}  // namespace waystone
