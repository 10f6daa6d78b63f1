// The changes of one request to the baked grid, and a worker's own bitmaps with them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/heap_bytes.h"
#include "core/grid/bit_grid.h"
#include "core/grid/grid_view.h"

namespace waystone {

// Cells [column, column + columns) x [row, row + rows); parts outside the grid are ignored.
struct CellRect {
  uint32_t column = 0;
  uint32_t row = 0;
  uint32_t columns = 0;
  uint32_t rows = 0;
};

// In any order; a cell that is both opened and blocked is blocked. Opened cells that the map blocks are
// ground of area 1.
struct GridChanges {
  std::vector<uint32_t> blocked_cells;  // ids of cells
  std::vector<uint32_t> opened_cells;
  std::vector<CellRect> blocked_rects;
  std::vector<CellRect> opened_rects;
  // More changes, which several requests share; all count together. They have no `beneath` of their own. May
  // be null.
  std::shared_ptr<const GridChanges> beneath = nullptr;

  // [bytes] With those beneath.
  uint64_t HeapBytes() const {  // NOLINT(misc-no-recursion): nothing is beneath `beneath`
    return waystone::HeapBytes(blocked_cells, opened_cells, blocked_rects, opened_rects) +
           (beneath == nullptr ? 0 : beneath->HeapBytes());
  }
  bool HasBlocked() const { return !blocked_cells.empty() || !blocked_rects.empty(); }
  bool HasOpened() const { return !opened_cells.empty() || !opened_rects.empty(); }
  // Includes `beneath` (all below).
  bool MayClose() const { return HasBlocked() || (beneath != nullptr && beneath->HasBlocked()); }
  bool MayOpen() const { return HasOpened() || (beneath != nullptr && beneath->HasOpened()); }
  bool IsNone() const { return !MayClose() && !MayOpen(); }
};

// A map's bits, or those without the cells of some areas.
struct GridBase {
  const GridView* map = nullptr;
  uint64_t left_out_areas = 0;  // bit k: cells of area k are blocked
  BitGrid bits;                 // the map's if no area is left out
};

// A private copy of a map's bitmaps, changed and restored. Kept from request to request, so that a change
// costs time in its own size and not in the map's. One thread.
//
// Ignores `GridChanges::beneath`: the caller applies it with a call of its own. REQUIRES (all): ids of cells
// in range.
class PatchedBits {
 public:
  // The map's bits with the changes, which stay until the next Apply or Undo. Copies the whole bitmaps if the
  // map is not that of the last call, or if the last changes were too many to be undone one by one. O(words
  // changed + items); O(cells / 64) if it copies.
  BitGrid Apply(const GridView& map, const GridChanges& changes);
  // The same over a map without some areas: cells of these stay blocked, and opened cells that the map blocks
  // are ground of area 1. Returns nullopt and applies nothing if the deadline passes first.
  std::optional<BitGrid> Apply(const GridBase& base, const GridChanges& changes, const Deadline& deadline);
  // Puts changes on top of those of the last Apply, `beneath`, in place of those of the last Cover; a cell
  // that either blocks is blocked. Returns nullopt and applies nothing if the deadline passes first.
  // REQUIRES: that Apply still holds, with the same base (Uncover). O(words changed + items), plus the
  // blocked cells of `beneath` if cells are opened.
  std::optional<BitGrid> Cover(const GridBase& base, const GridChanges& beneath, const GridChanges& changes,
                               const Deadline& deadline);
  // Undoes Cover; false if that was so much that all changes are undone.
  bool Uncover();
  // Undoes all changes. O(words changed). The map may no longer exist.
  void Undo();

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(rows_.words, columns_.words); }

 private:
  enum Layer : uint8_t { kBeneath = 0, kOnTop = 1 };
  struct SavedWord {
    size_t index;
    uint64_t word;
  };
  struct Changed {
    std::vector<SavedWord> saved;  // their old values, in the order of the changes
    bool is_all = false;           // more changed than is worth saving
  };
  struct Bitmap {
    BitLines shape;
    std::vector<uint64_t> words;
    std::array<Changed, 2> changed;  // by layer

    void Copy(BitLines lines, const uint64_t* from);
    // Cells [first, end) of lines [first_line, end_line).
    void Fill(uint32_t first_line, uint32_t end_line, uint32_t first, uint32_t end, bool is_free,
              Layer layer);
    // In the words that the layer changed, blocks the cells that are free in `map` and not in `base`.
    void LeaveOut(const uint64_t* base, const uint64_t* map, Layer layer);
    void Undo(Layer layer);
  };

  bool FillRects(std::span<const CellRect> rects, bool is_free, Layer layer, const Deadline& deadline);
  bool FillCells(std::span<const uint32_t> ids, bool is_free, Layer layer, const Deadline& deadline);
  // False if the deadline passes; all bits are invalid then.
  bool Put(const GridBase& base, const GridChanges* beneath, const GridChanges& changes, Layer layer,
           const Deadline& deadline);
  BitGrid bits() const;

  uint64_t map_serial_ = 0;  // of the map whose bits are here; 0 = none
  uint64_t left_out_areas_ = 0;
  Bitmap rows_;
  Bitmap columns_;
};

}  // namespace waystone
