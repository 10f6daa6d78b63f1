// The next step of a cheapest path from every free cell of a grid to one place of it, four bits each: a tree
// of shortest paths (S4.5) that is followed without a search.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/grid/bit_grid.h"
#include "core/grid/cell.h"

namespace waystone {

// Entries of a table: directions from 0 to 7, or one of these.
inline constexpr uint8_t kStepHere = 8;  // the cell is where paths of the table end
// The same for paths that come to the cell; a path that starts there has to come to such a cell again.
inline constexpr uint8_t kStepSetsOff = 9;
inline constexpr uint8_t kStepNone = 15;  // no path leads there

// Direction d leads to the neighbour (column + kStepColumns[d], row + kStepRows[d]): straight ones first.
inline constexpr uint32_t kStepDirections = 8;
inline constexpr uint32_t kStraightSteps = 4;
inline constexpr int32_t kStepColumns[kStepDirections] = {1, 0, -1, 0, 1, -1, -1, 1};
inline constexpr int32_t kStepRows[kStepDirections] = {0, 1, 0, -1, 1, 1, -1, -1};
inline constexpr uint8_t OppositeStep(uint8_t direction) {
  return static_cast<uint8_t>((direction & 4) | ((direction + 2) & 3));
}
inline Cell CellAfter(Cell cell, uint8_t direction) {
  return {cell.column + kStepColumns[direction], cell.row + kStepRows[direction]};
}

// For each word of the rows of a grid (BitLines{rows, columns}), the number of free cells before it. Entries
// of tables are in the order of the free cells.
std::vector<uint32_t> CountFreeBefore(const BitGrid& bits);

// A borrowed view; trivially copied; any thread. The entries may hold anything: a walk stays on free cells
// and ends.
struct StepTable {
  BitGrid bits;
  std::span<const uint32_t> free_before;  // CountFreeBefore(bits)
  std::span<const uint8_t> steps;         // two per byte, the first in the lower half

  // REQUIRES: the cell is free.
  uint8_t StepAt(Cell cell) const;
};

// The bytes of a table for that many free cells.
inline constexpr uint64_t StepTableBytes(uint64_t free_cells) { return (free_cells + 1) / 2; }

struct StepWalk {
  bool arrives = false;
  Cell end = {};         // the last cell
  GridSteps steps = {};  // taken
};

// Follows the table from a free cell. If `turns` is given, appends the start, every change of direction and
// the end. O(steps).
StepWalk FollowSteps(const StepTable& table, Cell from, std::vector<Cell>* turns = nullptr);

}  // namespace waystone
