// Which cells of a grid are free, one bit each, twice: by rows and by columns, so that both straight
// directions can be scanned a word at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/grid/cell.h"

namespace waystone {

// The shape of one of the two bitmaps: lines (rows, or columns) of `length` cells each. Cell i of line k is
// bit i + 1 of the words of line k + 1: there is a line of blocked cells before the first and after the last,
// and at least one blocked cell before and after each line. Bits outside the cells are 0, blocked.
struct BitLines {
  uint32_t lines = 0;
  uint32_t length = 0;

  constexpr uint32_t StrideWords() const { return (length + 2 + 63) / 64; }
  constexpr size_t WordCount() const { return size_t{lines + 2} * StrideWords(); }
  // For bits by rows (lines are rows). Any column from -1 to columns, any row from -1 to rows.
  bool IsSet(const uint64_t* row_words, Cell cell) const {
    const auto bit = static_cast<uint32_t>(cell.column + 1);
    const auto line = static_cast<uint32_t>(cell.row + 1);
    return (row_words[size_t{line} * StrideWords() + bit / 64] >> (bit % 64) & 1) != 0;
  }
  // REQUIRES: a cell of the lines.
  void Clear(uint64_t* row_words, Cell cell) const {
    const auto bit = static_cast<uint32_t>(cell.column + 1);
    const auto line = static_cast<uint32_t>(cell.row + 1);
    row_words[size_t{line} * StrideWords() + bit / 64] &= ~(uint64_t{1} << (bit % 64));
  }
};

// A view of both bitmaps; 1 is free. Does not own. Any thread as long as nobody writes.
struct BitGrid {
  uint32_t columns = 0;
  uint32_t rows = 0;
  const uint64_t* row_words = nullptr;     // BitLines{rows, columns}
  const uint64_t* column_words = nullptr;  // BitLines{columns, rows}

  // Any column from -1 to columns, any row from -1 to rows; outside is blocked.
  bool IsFree(Cell cell) const { return BitLines{rows, columns}.IsSet(row_words, cell); }
  // Whether a step to a neighbour is allowed: the neighbour must be free, and beside a diagonal step both cells
  // must be. REQUIRES: `from` is free.
  bool MayStep(Cell from, Cell to) const {
    return IsFree(to) && IsFree({to.column, from.row}) && IsFree({from.column, to.row});
  }
  bool Contains(Cell cell) const {
    return cell.column >= 0 && cell.row >= 0 && cell.column < static_cast<int32_t>(columns) &&
           cell.row < static_cast<int32_t>(rows);
  }
};

// Turns a bitmap by rows into the one by columns (or the other way round): a BitLines{lines, length} becomes
// a BitLines{length, lines}. REQUIRES: words.size() == from.WordCount(). O(cells / 64 * 6).
std::vector<uint64_t> TransposeBits(BitLines from, std::span<const uint64_t> words);

}  // namespace waystone
