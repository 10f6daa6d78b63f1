// Cells as few rectangles.
#pragma once

#include <cstdint>
#include <vector>

#include "core/grid/bit_grid.h"
#include "core/grid/grid_changes.h"

namespace waystone {

// Covers the cells whose bits are set in `left` within `part`, each once, and clears these bits. No side of a rectangle is
// longer than 63 cells, as in bakes. Greedy: from the first cell on as wide as it can be, then as high. `left` has the
// shape BitLines{rows, columns}. REQUIRES: the part lies within the grid. O(cells covered + words of the part).
void CoverBits(BitLines shape, const CellRect& part, std::vector<uint64_t>& left,
               std::vector<CellRect>& rects);

}  // namespace waystone
