// Line of sight between cells: the straight line between their middles, decided without rounding.
#pragma once

#include "core/grid/bit_grid.h"

namespace waystone {

// True if all cells that the line touches are free. A line through a corner of cells touches all four of
// them, so that walking along it never cuts a corner. Symmetric. Any two cells of the grid. O(the shorter of
// the two sides of the line's box, and cells / 64).
bool SeesCell(const BitGrid& bits, Cell from, Cell to);

}  // namespace waystone
