// Which cells are corners of obstacles: free cells with a blocked diagonal neighbour and both cells between
// the two free. Paths over a grid turn there.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/grid/bit_grid.h"

namespace waystone {

// A diagonal step has one of two slopes: column and row both grow or both shrink (0), or one grows and the
// other shrinks (1). A corner turns diagonal paths of a slope if its obstacle lies beside them, in the
// direction of the other slope; an obstacle ahead or behind does not matter.
inline constexpr uint32_t kSlopes = 2;
constexpr uint32_t SlopeOf(int32_t columns, int32_t rows) { return columns == rows ? 0 : 1; }

// Which cells of a grid are free, and which of them turn no paths of a slope. Does not own; any thread.
struct CornerBits {
  BitGrid free;
  std::array<BitGrid, kSlopes> plain;  // by slope: free, and not a corner that turns paths of it

  // REQUIRES: the cell is free.
  bool Turns(Cell cell, uint32_t slope) const { return !plain[slope].IsFree(cell); }
  // The corners among the cells of a word of the bitmaps by rows.
  uint64_t CornersIn(size_t row_word) const {
    return free.row_words[row_word] & ~(plain[0].row_words[row_word] & plain[1].row_words[row_word]);
  }
};

// Calls body(Cell) for every corner, in the order of their ids. O(cells / 64 + corners).
template <typename Body>
void ForEachCorner(const CornerBits& bits, const Body& body) {
  const uint32_t stride = BitLines{bits.free.rows, bits.free.columns}.StrideWords();
  for (uint32_t line = 1; line <= bits.free.rows; ++line) {
    for (uint32_t i = 0; i < stride; ++i) {
      for (uint64_t left = bits.CornersIn(size_t{line} * stride + i); left != 0; left &= left - 1) {
        body(Cell{static_cast<int32_t>(i * 64) + std::countr_zero(left) - 1, static_cast<int32_t>(line) - 1});
      }
    }
  }
}

// The free cells that turn no paths of a slope: BitLines{rows, columns}, then BitLines{columns, rows}, for
// slope 0 and then for slope 1. O(cells / 64 * 12).
std::vector<uint64_t> PlainWords(const BitGrid& bits);
// A view of words made by PlainWords.
CornerBits CornerBitsOf(const BitGrid& bits, const uint64_t* plain_words);

}  // namespace waystone
