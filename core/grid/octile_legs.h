// Paths between cells in two pieces, a diagonal and a straight one.
#pragma once

#include <span>
#include <vector>

#include "core/grid/bit_grid.h"
#include "core/grid/cell.h"

namespace waystone {

// True if the path that first goes diagonally and then straight is free. REQUIRES: both cells are free.
// O(diagonal steps + straight steps / 64).
bool IsDiagonalThenStraightFree(const BitGrid& bits, Cell from, Cell to);

// Joins each cell to the next by a path of two pieces, in the order that makes fewer turns. Writes the first
// cell, every change of direction and the last cell to `turns`, and returns the steps. REQUIRES: `turns` is
// empty; both orders of the pieces are free between any two consecutive cells. If there are only two cells,
// diagonal first is enough.
GridSteps AppendOctileLegs(std::span<const Cell> cells, std::vector<Cell>& turns);

}  // namespace waystone
