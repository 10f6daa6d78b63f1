// Places on a grid finer than cells.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/grid/cell.h"

namespace waystone {

// In half cells from the corner of cell (0, 0): middles of cells have odd coordinates, corners even ones.
struct GridPoint {
  int32_t x = 0;
  int32_t z = 0;
  friend constexpr bool operator==(GridPoint, GridPoint) = default;
};

constexpr GridPoint MiddleOf(Cell cell) { return {2 * cell.column + 1, 2 * cell.row + 1}; }

// [cells]
inline double DistanceBetween(GridPoint a, GridPoint b) {
  const double x = a.x - b.x;
  const double z = a.z - b.z;
  return std::sqrt(x * x + z * z) / 2;
}

// Positive if c lies on the one side of a->b, negative on the other, 0 on the line. Exact.
constexpr int64_t TurnAt(GridPoint a, GridPoint b, GridPoint c) {
  return int64_t{b.x - a.x} * (c.z - a.z) - int64_t{b.z - a.z} * (c.x - a.x);
}

}  // namespace waystone
