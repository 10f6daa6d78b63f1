// Grids drawn as text, for tests.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/grid/grid_view.h"

namespace waystone {

// Lines for DrawGrid: cell i, row by row, is free if bit i is set.
inline std::vector<std::string> LinesOf(uint32_t free_cells, uint32_t columns, uint32_t rows) {
  std::vector<std::string> lines(rows, std::string(columns, '#'));
  for (uint32_t i = 0; i < columns * rows; ++i) {
    if ((free_cells >> i & 1) != 0) lines[i / columns][i % columns] = '.';
  }
  return lines;
}

// A grid from lines such as "..#2": '#' is blocked, '.' has area 1, a digit has that area and its value as
// cost. Cells are 1 m, the corner is the origin.
inline GridData DrawGrid(const std::vector<std::string_view>& lines) {
  GridData data;
  GridHeader& h = data.header;
  h.columns = static_cast<uint32_t>(lines.front().size());
  h.rows = static_cast<uint32_t>(lines.size());
  h.cell_size_m = 1;
  for (float& cost : h.area_cost) cost = 1;
  const BitLines shape{h.rows, h.columns};
  data.row_words.assign(shape.WordCount(), 0);
  bool has_areas = false;
  for (uint32_t row = 0; row < h.rows; ++row) {
    for (uint32_t column = 0; column < h.columns; ++column) {
      const char letter = lines[row][column];
      const auto area = static_cast<uint8_t>(letter == '#' ? 0 : letter == '.' ? 1 : letter - '0');
      data.areas.push_back(area);
      if (area == 0) continue;
      h.area_cost[area] = area;
      has_areas = has_areas || area != 1;
      ++h.free_count;
      data.row_words[size_t{row + 1} * shape.StrideWords() + (column + 1) / 64] |= uint64_t{1}
                                                                                   << (column + 1) % 64;
    }
  }
  if (!has_areas) data.areas.clear();
  data.column_words = TransposeBits(shape, data.row_words);
  return data;
}

}  // namespace waystone
