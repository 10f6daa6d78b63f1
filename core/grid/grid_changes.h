// What differs from the baked grid in one request, and a worker's own bitmaps with it.
#pragma once

#include <cstddef>
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
  // The map's bits with the changes, which stay until the next Apply or Undo. Copies all of them where the
  // map is not the one of the last call, or the last changes were too many to be taken back one by one.
  // REQUIRES: ids of cells in range. O(words changed + items); O(cells / 64) where it copies.
  BitGrid Apply(const GridView& map, const GridChanges& changes);
  // Takes the changes back. O(words changed). The map may be gone.
  void Undo();

 private:
  struct SavedWord {
    size_t index;
    uint64_t word;
  };
  struct Bitmap {
    BitLines shape;
    std::vector<uint64_t> words;
    std::vector<SavedWord> saved;  // as they were, in the order of the changes
    bool is_all_changed = false;   // more than is worth saving

    void Copy(BitLines lines, const uint64_t* from);
    // Cells [first, end) of lines [first_line, end_line).
    void Fill(uint32_t first_line, uint32_t end_line, uint32_t first, uint32_t end, bool is_free);
  };

  uint64_t map_serial_ = 0;  // of the map whose bits are here; 0 = of none
  Bitmap rows_;
  Bitmap columns_;
};

}  // namespace waystone
