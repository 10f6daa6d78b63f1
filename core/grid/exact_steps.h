// Exact lengths of paths, and steps over an empty grid.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "core/grid/cell.h"

namespace waystone {

// Lengths of paths as integers. Comparisons are right for any two paths of up to a million cells with
// different numbers of steps, as a + b sqrt 2 is at least 1 / (|a| + |b| sqrt 2) from 0 unless both are 0.
inline constexpr uint32_t kExactShift = 40;
inline constexpr int64_t kExactCardinal = int64_t{1} << kExactShift;
inline constexpr int64_t kExactDiagonal = 1554944255988;  // round(sqrt 2 * 2^40)
inline constexpr int64_t ExactLength(uint32_t cardinal, uint32_t diagonal) {
  return cardinal * kExactCardinal + diagonal * kExactDiagonal;
}

// The steps between two cells of an empty grid.
inline GridSteps OctileSteps(Cell a, Cell b) {
  const auto columns = static_cast<uint32_t>(a.column < b.column ? b.column - a.column : a.column - b.column);
  const auto rows = static_cast<uint32_t>(a.row < b.row ? b.row - a.row : a.row - b.row);
  return columns < rows ? GridSteps{rows - columns, columns} : GridSteps{columns - rows, rows};
}

// The 45 degree sector (of eight) in which `from` sees `to`: bit 0 towards greater columns, bit 1 towards
// greater rows, bit 2 with more columns than rows between them.
inline uint32_t OctantOf(Cell from, Cell to) {
  const int32_t columns = to.column - from.column;
  const int32_t rows = to.row - from.row;
  return (columns > 0 ? 1U : 0U) | (rows > 0 ? 2U : 0U) | (std::abs(columns) > std::abs(rows) ? 4U : 0U);
}
// The cell that many steps away in an octant.
inline Cell GoInOctant(Cell from, uint32_t octant, uint32_t cardinal, uint32_t diagonal) {
  const auto columns = static_cast<int32_t>(diagonal + ((octant & 4) != 0 ? cardinal : 0));
  const auto rows = static_cast<int32_t>(diagonal + ((octant & 4) != 0 ? 0 : cardinal));
  return {from.column + ((octant & 1) != 0 ? columns : -columns),
          from.row + ((octant & 2) != 0 ? rows : -rows)};
}

}  // namespace waystone
