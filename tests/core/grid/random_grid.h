// Small random grids and grounds over them, for tests that hold a search against an oracle.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/random.h"
#include "core/grid/grid_path.h"
#include "tests/core/grid/drawn_grid.h"

namespace waystone {

// Blocked with the given chance, else one of the areas 1 to `areas`, in patches.
inline GridData RandomGrid(Random& random, uint32_t columns, uint32_t rows, double blocked, uint32_t areas) {
  std::vector<std::string> lines(rows, std::string(columns, '.'));
  for (uint32_t i = 0; areas > 1 && i < columns * rows / 8; ++i) {
    const auto letter = static_cast<char>('1' + random.NextBelow(areas));
    const uint32_t column = random.NextBelow(columns);
    const uint32_t row = random.NextBelow(rows);
    for (uint32_t y = row; y < rows && y < row + 3; ++y) {
      for (uint32_t x = column; x < columns && x < column + 3; ++x) lines[y][x] = letter;
    }
  }
  for (std::string& line : lines) {
    for (char& letter : line) letter = random.NextUnit() < blocked ? '#' : letter == '1' ? '.' : letter;
  }
  return DrawGrid({lines.begin(), lines.end()});
}

// The map as it is baked.
inline GridGround GroundOf(const GridView& map) {
  GridGround ground;
  ground.map = &map;
  ground.bits = map.bits();
  ground.is_uniform = map.is_uniform();
  std::copy_n(map.header().area_cost, kMaxGridAreas, ground.area_cost.begin());
  return ground;
}

// Other bits for a ground: each cell of the map turned over with the given chance. Kept by the caller.
struct ChangedBits {
  std::vector<uint64_t> rows;
  std::vector<uint64_t> columns;

  ChangedBits(Random& random, const GridView& map, double chance) {
    const BitLines shape{map.rows(), map.columns()};
    rows.assign(shape.WordCount(), 0);
    for (uint32_t id = 0; id < map.columns() * map.rows(); ++id) {
      const Cell cell = map.CellOf(id);
      if (map.IsFree(cell) == (random.NextUnit() < chance)) continue;
      const auto bit = static_cast<uint32_t>(cell.column + 1);
      rows[static_cast<size_t>(cell.row + 1) * shape.StrideWords() + bit / 64] |= uint64_t{1} << bit % 64;
    }
    columns = TransposeBits(shape, rows);
  }
  void PutInto(GridGround& ground) const {
    ground.bits.row_words = rows.data();
    ground.bits.column_words = columns.data();
    ground.is_changed = true;
  }
};

// Any free cell; {-1, -1} where there is none.
inline Cell RandomFreeCell(Random& random, const BitGrid& bits) {
  for (uint32_t tries = 0; tries < 1000; ++tries) {
    const Cell cell{static_cast<int32_t>(random.NextBelow(bits.columns)),
                    static_cast<int32_t>(random.NextBelow(bits.rows))};
    if (bits.IsFree(cell)) return cell;
  }
  return {-1, -1};
}

}  // namespace waystone
