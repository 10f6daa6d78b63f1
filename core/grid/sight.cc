// The line is cut into its pieces within each row (or column, if it is steeper than a diagonal). A piece
// touches a run of cells, whose bits are tested a word at a time. The place where the line leaves a row is a
// fraction that grows by the same amount from row to row, kept as quotient and remainder.
#include "core/grid/sight.h"

#include <cstdlib>
#include <utility>

namespace waystone {
namespace {

// True if all bits from `first` to `last` are 1.
bool AreSet(const uint64_t* line, uint32_t first, uint32_t last) {
  const uint64_t from_first = ~uint64_t{0} << first % 64;
  const uint64_t to_last = ~uint64_t{0} >> (63 - last % 64);
  uint32_t word = first / 64;
  const uint32_t end = last / 64;
  if (word == end) return (~line[word] & from_first & to_last) == 0;
  if ((~line[word] & from_first) != 0) return false;
  for (++word; word < end; ++word) {
    if (~line[word] != 0) return false;
  }
  return (~line[end] & to_last) == 0;
}

// For lines `stride` words apart: sees from bit `from` of the first line to bit `to` of the `count`-th one
// after it. REQUIRES: to - from >= count > 0.
bool SeesUp(const uint64_t* line, ptrdiff_t stride, uint32_t from, uint32_t to, uint32_t count) {
  const uint32_t rise = to - from;
  // The line leaves row k at from + (rise (2k + 1) + count) / (2 count), counted in bits from the left side
  // of the first cell.
  const uint32_t whole = 2 * rise / (2 * count);
  const uint32_t part = 2 * rise % (2 * count);
  uint32_t first = from;
  uint32_t last = from + (rise + count) / (2 * count);
  uint32_t remainder = (rise + count) % (2 * count);
  for (uint32_t k = 0; k < count; ++k) {
    if (!AreSet(line, first, last)) return false;
    // If the line passes through a corner, it touches the next row one cell sooner.
    first = remainder == 0 ? last - 1 : last;
    last += whole;
    remainder += part;
    if (remainder >= 2 * count) {
      remainder -= 2 * count;
      ++last;
    }
    line += stride;
  }
  return AreSet(line, first, to);
}

}  // namespace

bool SeesCell(const BitGrid& bits, Cell from, Cell to) {
  const bool is_steep = std::abs(to.row - from.row) > std::abs(to.column - from.column);
  const uint64_t* words = is_steep ? bits.column_words : bits.row_words;
  const BitLines shape = is_steep ? BitLines{bits.columns, bits.rows} : BitLines{bits.rows, bits.columns};
  if (is_steep) {
    std::swap(from.column, from.row);
    std::swap(to.column, to.row);
  }
  if (to.column < from.column) std::swap(from, to);
  const auto stride = static_cast<ptrdiff_t>(shape.StrideWords());
  const uint64_t* line = words + (from.row + 1) * stride;
  const auto first = static_cast<uint32_t>(from.column + 1);
  const auto last = static_cast<uint32_t>(to.column + 1);
  if (from.row == to.row) return AreSet(line, first, last);
  return SeesUp(line, to.row > from.row ? stride : -stride, first, last,
                static_cast<uint32_t>(std::abs(to.row - from.row)));
}

}  // namespace waystone
