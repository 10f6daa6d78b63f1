#include "bake/grid/grid_packer.h"

#include <algorithm>

namespace waystone {

GridData PackGrid(const GridCells& cells, const Vec3& map_origin) {
  GridData data;
  GridHeader& h = data.header;
  h.columns = cells.columns;
  h.rows = cells.rows;
  h.cell_size_m = cells.cell_size_m;
  const Vec3 corner = cells.origin - map_origin;
  h.corner_x_m = corner.x;
  h.height_m = corner.y;
  h.corner_z_m = corner.z;
  const BitLines shape{h.rows, h.columns};
  data.row_words.assign(shape.WordCount(), 0);
  bool is_plain = true;
  std::fill(std::begin(h.area_cost), std::end(h.area_cost), 1.0F);
  for (uint32_t row = 0; row < h.rows; ++row) {
    uint64_t* const words = &data.row_words[size_t{row + 1} * shape.StrideWords()];
    for (uint32_t column = 0; column < h.columns; ++column) {
      const uint8_t area = cells.areas[size_t{row} * h.columns + column];
      if (area == 0) continue;
      is_plain = is_plain && area == 1;
      h.area_cost[area] = cells.area_cost[area];
      ++h.free_count;
      words[(column + 1) / 64] |= uint64_t{1} << (column + 1) % 64;
    }
  }
  data.column_words = TransposeBits(shape, data.row_words);
  if (!is_plain) data.areas = cells.areas;
  return data;
}

}  // namespace waystone
