// The free cells of a grid as few rectangles.
#pragma once

#include <cstdint>
#include <vector>

#include "bake/import/grid_cells.h"

namespace waystone {

// No side of a rectangle is longer, so that it has no more sides than a polygon may have even if every cell
// beside it belongs to another one.
inline constexpr uint32_t kMaxRectangleSide = 63;  // [cells]

// Cells [column, column + columns) x [row, row + rows), all of one area.
struct CellRectangle {
  uint32_t column = 0;
  uint32_t row = 0;
  uint32_t columns = 0;
  uint32_t rows = 0;
  uint8_t area = 1;
};

// Rectangles that cover each free cell once and nothing else, ordered by their first cells. Greedy: of the
// first cell not covered yet, the larger of the rectangle that is as wide as it can be and the one that is as
// high. O(cells).
std::vector<CellRectangle> CoverCells(const GridCells& cells);

}  // namespace waystone
