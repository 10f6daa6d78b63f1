#include "core/grid/grid_changes.h"

#include <algorithm>

namespace waystone {
namespace {

constexpr uint64_t kPlainGround = 1U << 1;  // area 1
constexpr size_t kRectsBetweenPolls = 32;
constexpr size_t kCellsBetweenPolls = 4096;

// Ranges of cells within the grid; ends are one past the last.
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
  for (Changed& of : changed) of = {};
}

void PatchedBits::Bitmap::Fill(uint32_t first_line, uint32_t end_line, uint32_t first, uint32_t end,
                               bool is_free, Layer layer) {
  const uint32_t stride = shape.StrideWords();
  const uint32_t first_bit = first + 1;
  const uint32_t last_bit = end;  // the border's bit comes first
  const uint32_t lines = end_line - first_line;
  Changed& of = changed[layer];
  for (uint32_t word = first_bit / 64; word <= last_bit / 64; ++word) {
    uint64_t mask = ~uint64_t{0};
    if (word == first_bit / 64) mask &= ~uint64_t{0} << (first_bit % 64);
    if (word == last_bit / 64) mask &= ~uint64_t{0} >> (63 - last_bit % 64);
    const uint64_t kept = ~mask;
    const uint64_t set = is_free ? mask : 0;
    size_t index = size_t{first_line + 1} * stride + word;
    of.is_all = of.is_all || of.saved.size() + lines > words.size() / 4;
    if (!of.is_all) {
      const size_t count = of.saved.size();
      of.saved.resize(count + lines);
      for (uint32_t i = 0; i < lines; ++i)
        of.saved[count + i] = {index + size_t{i} * stride, words[index + size_t{i} * stride]};
    }
    for (uint32_t i = 0; i < lines; ++i, index += stride) words[index] = (words[index] & kept) | set;
  }
}

void PatchedBits::Bitmap::LeaveOut(const uint64_t* base, const uint64_t* map, Layer layer) {
  const auto leave_out = [&](size_t i) { words[i] &= base[i] | ~map[i]; };
  if (changed[layer].is_all) {
    for (size_t i = 0; i < words.size(); ++i) leave_out(i);
  } else {
    for (const SavedWord& saved : changed[layer].saved) leave_out(saved.index);
  }
}

void PatchedBits::Bitmap::Undo(Layer layer) {
  Changed& of = changed[layer];
  // A word may have been saved more than once: the first saved value counts.
  for (size_t i = of.saved.size(); i-- > 0;) words[of.saved[i].index] = of.saved[i].word;
  of.saved.clear();
}

bool PatchedBits::FillRects(std::span<const CellRect> rects, bool is_free, Layer layer,
                            const Deadline& deadline) {
  const BitGrid grid = bits();
  for (size_t i = 0; i < rects.size(); ++i) {
    if (i % kRectsBetweenPolls == kRectsBetweenPolls - 1 && deadline.Expired()) return false;
    const std::optional<CellRange> clipped = Clip(grid, rects[i]);
    if (!clipped.has_value()) continue;
    const auto [column, column_end, row, row_end] = *clipped;
    rows_.Fill(row, row_end, column, column_end, is_free, layer);
    columns_.Fill(column, column_end, row, row_end, is_free, layer);
  }
  return true;
}

bool PatchedBits::FillCells(std::span<const uint32_t> ids, bool is_free, Layer layer,
                            const Deadline& deadline) {
  const uint32_t width = bits().columns;
  for (size_t i = 0; i < ids.size(); ++i) {
    if (i % kCellsBetweenPolls == kCellsBetweenPolls - 1 && deadline.Expired()) return false;
    const uint32_t column = ids[i] % width;
    const uint32_t row = ids[i] / width;
    rows_.Fill(row, row + 1, column, column + 1, is_free, layer);
    columns_.Fill(column, column + 1, row, row + 1, is_free, layer);
  }
  return true;
}

bool PatchedBits::Put(const GridBase& base, const GridChanges* beneath, const GridChanges& changes,
                      Layer layer, const Deadline& deadline) {
  const auto fill = [&](const GridChanges& of, bool is_free) {
    return FillRects(is_free ? of.opened_rects : of.blocked_rects, is_free, layer, deadline) &&
           FillCells(is_free ? of.opened_cells : of.blocked_cells, is_free, layer, deadline);
  };
  // An opened cell that the map blocks is of area 1, which may be left out.
  const bool leaves_out_opened = (base.left_out_areas & kPlainGround) != 0;
  bool is_done = !deadline.Expired();
  if (is_done && changes.HasOpened() && !leaves_out_opened) {
    is_done = fill(changes, true);
    if (base.left_out_areas != 0) {
      const BitGrid map = base.map->bits();
      rows_.LeaveOut(base.bits.row_words, map.row_words, layer);
      columns_.LeaveOut(base.bits.column_words, map.column_words, layer);
    }
    is_done = is_done && (beneath == nullptr || fill(*beneath, false));
  }
  is_done = is_done && fill(changes, false);
  if (!is_done) Undo();
  return is_done;
}

BitGrid PatchedBits::bits() const {
  return {rows_.shape.length, rows_.shape.lines, rows_.words.data(), columns_.words.data()};
}

BitGrid PatchedBits::Apply(const GridView& map, const GridChanges& changes) {
  return *Apply(GridBase{&map, 0, map.bits()}, changes, Deadline());
}

std::optional<BitGrid> PatchedBits::Apply(const GridBase& base, const GridChanges& changes,
                                          const Deadline& deadline) {
  Undo();
  if (map_serial_ != base.map->serial() || left_out_areas_ != base.left_out_areas) {
    const BitGrid& from = base.bits;
    rows_.Copy(BitLines{from.rows, from.columns}, from.row_words);
    columns_.Copy(BitLines{from.columns, from.rows}, from.column_words);
    map_serial_ = base.map->serial();
    left_out_areas_ = base.left_out_areas;
  }
  if (!Put(base, nullptr, changes, kBeneath, deadline)) return std::nullopt;
  return bits();
}

std::optional<BitGrid> PatchedBits::Cover(const GridBase& base, const GridChanges& beneath,
                                          const GridChanges& changes, const Deadline& deadline) {
  if (!Put(base, &beneath, changes, kOnTop, deadline)) return std::nullopt;
  return bits();
}

bool PatchedBits::Uncover() {
  if (rows_.changed[kOnTop].is_all || columns_.changed[kOnTop].is_all) Undo();
  rows_.Undo(kOnTop);
  columns_.Undo(kOnTop);
  return map_serial_ != 0;
}

void PatchedBits::Undo() {
  for (Bitmap* bitmap : {&rows_, &columns_}) {
    for (const Layer layer : {kOnTop, kBeneath}) {
      if (bitmap->changed[layer].is_all) map_serial_ = 0;
      bitmap->Undo(layer);
    }
  }
}

}  // namespace waystone
