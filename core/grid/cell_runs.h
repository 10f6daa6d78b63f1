// Rectangles of cells without overlaps.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/deadline.h"
#include "core/grid/grid_changes.h"

namespace waystone {

// The cells of all rectangles as runs within rows, each cell once, in the order of their ids; parts outside
// of the grid are left out. Those of the first rows where the deadline passes. However much the rectangles
// overlap: O(cells + rectangles * rows / 64).
std::vector<CellRect> RunsOfRects(uint32_t columns, uint32_t rows, std::span<const CellRect> rects,
                                  const Deadline& deadline = {});

}  // namespace waystone
