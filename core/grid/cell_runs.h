// Rectangles of cells without overlaps.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/deadline.h"
#include "core/grid/grid_changes.h"

namespace waystone {

// The cells of all rectangles as runs within rows, each cell once, sorted by id; parts outside the grid are
// ignored. If the deadline passes, only the runs of the first rows. O(cells + rectangles * rows / 64),
// however much the rectangles overlap.
std::vector<CellRect> RunsOfRects(uint32_t columns, uint32_t rows, std::span<const CellRect> rects,
                                  const Deadline& deadline = {});

}  // namespace waystone
