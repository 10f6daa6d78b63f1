// What differs from the baked grid in one request, and a worker's own bitmaps with it.
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
  // More of them, which several requests share; all count together. Has none beneath itself. May be null.
  std::shared_ptr<const GridChanges> beneath = nullptr;

  bool HasBlocked() const { return !blocked_cells.empty() || !blocked_rects.empty(); }
  bool HasOpened() const { return !opened_cells.empty() || !opened_rects.empty(); }
  // With what is beneath (all below).
  bool MayClose() const { return HasBlocked() || (beneath != nullptr && beneath->HasBlocked()); }
  bool MayOpen() const { return HasOpened() || (beneath != nullptr && beneath->HasOpened()); }
  bool IsNone() const { return !MayClose() && !MayOpen(); }
};

// A map's bits, or those without the cells of some areas.
struct GridBase {
  const GridView* map = nullptr;
  uint64_t left_out_areas = 0;  // bit k: cells of area k are blocked
  BitGrid bits;                 // the map's where none is left out
};

// A private copy of a map's bitmaps, changed and restored. Kept from request to request, so that a change
// costs what it changes and not what the map has. One thread.
//
// `GridChanges::beneath` says nothing here: what is beneath is applied by a call of its own. REQUIRES (all):
// ids of cells in range.
class PatchedBits {
 public:
  // The map's bits with the changes, which stay until the next Apply or Undo. Copies all of them where the
  // map is not the one of the last call, or the last changes were too many to be taken back one by one.
  // O(words changed + items); O(cells / 64) where it copies.
  BitGrid Apply(const GridView& map, const GridChanges& changes);
  // The same over a map without some areas: cells of these stay blocked, and opened cells that the map has
  // blocked are ground of area 1 like all others. None where the deadline passes before: nothing is applied
  // then.
  std::optional<BitGrid> Apply(const GridBase& base, const GridChanges& changes, const Deadline& deadline);
  // Puts changes on top of those of the last Apply, `beneath`, instead of what the last Cover put there; what
  // either blocks is blocked. None where the deadline passes before: nothing is applied then. REQUIRES: that
  // Apply stands, with the same base (Uncover). O(words changed + items), and the blocked ones of `beneath`
  // where cells are opened.
  std::optional<BitGrid> Cover(const GridBase& base, const GridChanges& beneath, const GridChanges& changes,
                               const Deadline& deadline);
  // Takes back what Cover did; false where that was so much that all is undone.
  bool Uncover();
  // Takes all changes back. O(words changed). The map may be gone.
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
    std::vector<SavedWord> saved;  // as they were, in the order of the changes
    bool is_all = false;           // more than is worth saving
  };
  struct Bitmap {
    BitLines shape;
    std::vector<uint64_t> words;
    std::array<Changed, 2> changed;  // by layer

    void Copy(BitLines lines, const uint64_t* from);
    // Cells [first, end) of lines [first_line, end_line).
    void Fill(uint32_t first_line, uint32_t end_line, uint32_t first, uint32_t end, bool is_free,
              Layer layer);
    // Of the words that the layer changed: blocks the cells that `map` has free and `base` has not.
    void LeaveOut(const uint64_t* base, const uint64_t* map, Layer layer);
    void Undo(Layer layer);
  };

  bool FillRects(std::span<const CellRect> rects, bool is_free, Layer layer, const Deadline& deadline);
  bool FillCells(std::span<const uint32_t> ids, bool is_free, Layer layer, const Deadline& deadline);
  // False where the deadline passes; all is void then.
  bool Put(const GridBase& base, const GridChanges* beneath, const GridChanges& changes, Layer layer,
           const Deadline& deadline);
  BitGrid bits() const;

  uint64_t map_serial_ = 0;  // of the map whose bits are here; 0 = of none
  uint64_t left_out_areas_ = 0;
  Bitmap rows_;
  Bitmap columns_;
};

}  // namespace waystone
