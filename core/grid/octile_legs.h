// Ways between cells in two pieces, a diagonal and a straight one.
#pragma once

#include <span>
#include <vector>

#include "core/grid/bit_grid.h"
#include "core/grid/cell.h"

namespace waystone {

// Whether the way that first goes diagonally and then straight is free. REQUIRES: both cells are free.
// O(diagonal steps + straight steps / 64).
bool IsDiagonalThenStraightFree(const BitGrid& bits, Cell from, Cell to);

// Joins the cells, each by a way of two pieces to the next one, as it makes fewer turns: writes the first
// cell, every change of direction and the last cell to `turns`, and returns the steps. REQUIRES: `turns` is
// empty; both orders of the pieces are free between any two cells, but for a way from the first to the second
// and last, which goes diagonally first.
GridSteps AppendOctileLegs(std::span<const Cell> cells, std::vector<Cell>& turns);

}  // namespace waystone
