#include "core/grid/grid_changes.h"

#include <algorithm>
#include <optional>
#include <span>

namespace waystone {
namespace {

// Of cells within the grid; ends are one past the last.
struct CellRange {
  uint32_t column;
  uint32_t column_end;
  uint32_t row;
  uint32_t row_end;
};

std::optional<CellRange> Clip(const BitGrid& grid, const CellRect& rect) {
  const uint64_t column_end = std::min<uint64_t>(grid.columns, uint64_t{rect.column} + rect.columns);
  const uint64_t row_end = std::min<uint64_t>(grid.rows, uint64_t{rect.row} + rect.rows);
  if (rect.column >= column_end || rect.row >= row_end) return std::nullopt;
  return CellRange{rect.column, static_cast<uint32_t>(column_end), rect.row, static_cast<uint32_t>(row_end)};
}

}  // namespace

void PatchedBits::Bitmap::Copy(BitLines lines, const uint64_t* from) {
  shape = lines;
  words.assign(from, from + lines.WordCount());
  saved.clear();
  is_all_changed = false;
}

void PatchedBits::Bitmap::Fill(uint32_t first_line, uint32_t end_line, uint32_t first, uint32_t end,
                               bool is_free) {
  const uint32_t stride = shape.StrideWords();
  const uint32_t first_bit = first + 1;
  const uint32_t last_bit = end;  // the border's bit comes first
  const uint32_t lines = end_line - first_line;
  for (uint32_t word = first_bit / 64; word <= last_bit / 64; ++word) {
    uint64_t mask = ~uint64_t{0};
    if (word == first_bit / 64) mask &= ~uint64_t{0} << (first_bit % 64);
    if (word == last_bit / 64) mask &= ~uint64_t{0} >> (63 - last_bit % 64);
    const uint64_t kept = ~mask;
    const uint64_t set = is_free ? mask : 0;
    size_t index = size_t{first_line + 1} * stride + word;
    is_all_changed = is_all_changed || saved.size() + lines > words.size() / 4;
    if (!is_all_changed) {
      const size_t count = saved.size();
      saved.resize(count + lines);
      for (uint32_t i = 0; i < lines; ++i)
        saved[count + i] = {index + size_t{i} * stride, words[index + size_t{i} * stride]};
    }
    for (uint32_t i = 0; i < lines; ++i, index += stride) words[index] = (words[index] & kept) | set;
  }
}

BitGrid PatchedBits::Apply(const GridView& map, const GridChanges& changes) {
  const BitGrid bits = map.bits();
  Undo();
  if (map_serial_ != map.serial()) {
    rows_.Copy(BitLines{bits.rows, bits.columns}, bits.row_words);
    columns_.Copy(BitLines{bits.columns, bits.rows}, bits.column_words);
    map_serial_ = map.serial();
  }
  const auto fill_rects = [&](std::span<const CellRect> rects, bool is_free) {
    for (const CellRect& rect : rects) {
      const std::optional<CellRange> clipped = Clip(bits, rect);
      if (!clipped.has_value()) continue;
      rows_.Fill(clipped->row, clipped->row_end, clipped->column, clipped->column_end, is_free);
      columns_.Fill(clipped->column, clipped->column_end, clipped->row, clipped->row_end, is_free);
    }
  };
  const auto fill_cells = [&](std::span<const uint32_t> ids, bool is_free) {
    for (const uint32_t id : ids) {
      const uint32_t column = id % bits.columns;
      const uint32_t row = id / bits.columns;
      rows_.Fill(row, row + 1, column, column + 1, is_free);
      columns_.Fill(column, column + 1, row, row + 1, is_free);
    }
  };
  fill_rects(changes.opened_rects, true);
  fill_cells(changes.opened_cells, true);
  fill_rects(changes.blocked_rects, false);
  fill_cells(changes.blocked_cells, false);
  return {bits.columns, bits.rows, rows_.words.data(), columns_.words.data()};
}

void PatchedBits::Undo() {
  for (Bitmap* bitmap : {&rows_, &columns_}) {
    if (bitmap->is_all_changed) map_serial_ = 0;
    // A word may have been saved more than once: what was saved first counts.
    for (size_t i = bitmap->saved.size(); i-- > 0;) {
      bitmap->words[bitmap->saved[i].index] = bitmap->saved[i].word;
    }
    bitmap->saved.clear();
  }
}

}  // namespace waystone
