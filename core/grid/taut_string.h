// Pulls a path taut: finds the shortest line that passes every obstacle on the same side as the path.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/grid/bit_grid.h"
#include "core/grid/grid_point.h"

namespace waystone {

// Owns scratch memory; one thread.
class StringPuller {
 public:
  // Writes to `taut` the line from the middle of the first turn to that of the last one, over corners of
  // blocked cells that it bends around. It may touch corners and sides of blocked cells, but does not pass
  // between two that touch each other. REQUIRES: at least one turn, and the turns are those of a path over
  // free cells without cut corners, or see each other (SeesCell). O(rows swept * log), typically a tenth of a
  // search.
  void Pull(const BitGrid& bits, std::span<const Cell> turns, std::vector<GridPoint>& taut);

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(pending_, corners_, bends_); }

 private:
  void Append(const BitGrid& bits, std::vector<GridPoint>& taut);
  // Pulls a string from b towards the line from a to c, and puts the corners around which it bends onto
  // pending_, the nearest to a on top.
  void PullOver(const BitGrid& bits, GridPoint a, GridPoint b, GridPoint c);
  void CollectCorners(const BitGrid& bits, GridPoint a, GridPoint b, GridPoint c);

  std::vector<GridPoint> pending_;  // to be appended, the next one on top
  std::vector<GridPoint> corners_;
  std::vector<GridPoint> bends_;
};

}  // namespace waystone
