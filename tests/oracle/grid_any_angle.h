// The shortest line over a grid whatever its angle, slowly: a search over the corners of what is blocked.
#pragma once

#include <vector>

#include "core/grid/bit_grid.h"
#include "core/grid/grid_point.h"

namespace waystone {

// Whether the straight line enters no blocked cell. It may run along their sides and through their corners,
// but not between two that touch: neither through a corner that they share nor along a side.
bool IsLineFree(const BitGrid& bits, GridPoint from, GridPoint to);

// Lines between middles of cells. A shortest one bends only at corners that belong to one blocked cell alone.
class GridAnyAngle {
 public:
  // O(cells).
  explicit GridAnyAngle(const BitGrid& bits);

  // [cells] The length of the shortest line that IsLineFree allows, piece by piece. `known` is the length of
  // any: nothing longer is looked at; it is the answer where none is shorter. `limit` is how many corners are
  // expanded at most; -1 where it was reached. O(corners squared * length) at worst.
  double Length(Cell start, Cell goal, double known, uint32_t limit);

 private:
  BitGrid bits_;
  std::vector<std::vector<GridPoint>> corners_;  // by row
  std::vector<double> lengths_;                  // by corner of cells
};

}  // namespace waystone
