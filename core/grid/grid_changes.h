// What differs from the baked grid in one request, and a worker's own bitmaps with it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/grid/bit_grid.h"
#include "core/grid/grid_view.h"

namespace waystone {

// Cells [column, column + columns) x [row, row + rows); parts outside of the grid say nothing.
struct CellRect {
  uint32_t column = 0;
  uint32_t row = 0;
  uint32_t columns = 0;
  uint32_t rows = 0;
};

// In any order; where a cell is both opened and blocked it is blocked. Opened cells that the map has blocked
// are ground of area 1.
struct GridChanges {
  std::vector<uint32_t> blocked_cells;  // ids of cells
  std::vector<uint32_t> opened_cells;
  std::vector<CellRect> blocked_rects;
  std::vector<CellRect> opened_rects;

  bool IsNone() const {
    return blocked_cells.empty() && opened_cells.empty() && blocked_rects.empty() && opened_rects.empty();
  }
  bool MayClose() const { return !blocked_cells.empty() || !blocked_rects.empty(); }
  bool MayOpen() const { return !opened_cells.empty() || !opened_rects.empty(); }
};

// A private copy of a map's bitmaps, changed and restored. Kept from request to request, so that a change
// costs what it changes and not what the map has. One thread.
class PatchedBits {
 public:
  // The map's bits with the changes, which stay until the next Apply or Undo. Copies the map's bits where the
  // map is not the one of the last call (`map` and its package must then live as long as the bits are looked
  // at). REQUIRES: ids of cells in range. O(cells changed / 64 + items); O(cells / 64) for another map.
  BitGrid Apply(const GridView& map, const GridChanges& changes);
  // Restores the map's bits. O(words changed).
  void Undo();

 private:
  struct SavedWord {
    size_t index;
    uint64_t word;
  };
  // The map whose bits are here, by its bytes; a map loaded later at the same place is another one.
  const uint64_t* map_words_ = nullptr;
  std::vector<uint64_t> row_words_;
  std::vector<uint64_t> column_words_;
  std::vector<SavedWord> saved_rows_;
  std::vector<SavedWord> saved_columns_;
};

}  // namespace waystone
