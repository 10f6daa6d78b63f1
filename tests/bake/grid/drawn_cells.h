// Cells drawn as text, or at random, for tests.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "bake/import/grid_cells.h"
#include "core/base/random.h"

namespace waystone {

// '#' is blocked, '.' area 1, a digit that area.
inline GridCells DrawCells(const std::vector<std::string_view>& lines) {
  GridCells cells;
  cells.columns = static_cast<uint32_t>(lines.front().size());
  cells.rows = static_cast<uint32_t>(lines.size());
  for (const std::string_view line : lines) {
    for (const char c : line) {
      cells.areas.push_back(static_cast<uint8_t>(c == '#' ? 0 : c == '.' ? 1 : c - '0'));
    }
  }
  return cells;
}

// Areas up to `areas`, of which about `blocked_percent` of the cells are none.
inline GridCells RandomCells(uint32_t columns, uint32_t rows, uint32_t blocked_percent, uint32_t areas,
                             Random& random) {
  GridCells cells;
  cells.columns = columns;
  cells.rows = rows;
  for (uint32_t i = 0; i < columns * rows; ++i) {
    const bool blocked = random.NextBelow(100) < blocked_percent;
    cells.areas.push_back(blocked ? uint8_t{0} : static_cast<uint8_t>(1 + random.NextBelow(areas)));
  }
  return cells;
}

}  // namespace waystone
