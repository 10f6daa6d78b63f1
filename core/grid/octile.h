// Distances between cells of an empty grid.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <numbers>

#include "core/grid/cell.h"

namespace waystone {

// [cells] No path between them is shorter.
inline double OctileDistance(Cell a, Cell b) {
  const int32_t columns = std::abs(a.column - b.column);
  const int32_t rows = std::abs(a.row - b.row);
  return std::max(columns, rows) + (std::numbers::sqrt2 - 1) * std::min(columns, rows);
}

}  // namespace waystone
