#include "core/grid/corner_bits.h"

namespace waystone {
namespace {

std::vector<uint64_t> PlainRows(const BitGrid& bits, uint32_t slope) {
  const BitLines shape{bits.rows, bits.columns};
  const uint32_t stride = shape.StrideWords();
  std::vector<uint64_t> plain(shape.WordCount(), 0);
  for (uint32_t line = 1; line <= shape.lines; ++line) {
    // The neighbours of a word's cells.
    const auto word = [&](uint32_t l, uint32_t w) { return bits.row_words[size_t{l} * stride + w]; };
    const auto east = [&](uint32_t l, uint32_t w) {
      return word(l, w) >> 1 | (w + 1 < stride ? word(l, w + 1) << 63 : 0);
    };
    const auto west = [&](uint32_t l, uint32_t w) {
      return word(l, w) << 1 | (w > 0 ? word(l, w - 1) >> 63 : 0);
    };
    // The lines in which to look for an obstacle to the east, or to the west, in the direction of the other
    // slope.
    const uint32_t line_east = slope == 0 ? line - 1 : line + 1;
    const uint32_t line_west = slope == 0 ? line + 1 : line - 1;
    for (uint32_t w = 0; w < stride; ++w) {
      const uint64_t turns = (word(line_east, w) & east(line, w) & ~east(line_east, w)) |
                             (word(line_west, w) & west(line, w) & ~west(line_west, w));
      plain[size_t{line} * stride + w] = word(line, w) & ~turns;
    }
  }
  return plain;
}

}  // namespace

std::vector<uint64_t> PlainWords(const BitGrid& bits) {
  std::vector<uint64_t> words;
  for (uint32_t slope = 0; slope < kSlopes; ++slope) {
    const std::vector<uint64_t> rows = PlainRows(bits, slope);
    const std::vector<uint64_t> columns = TransposeBits({bits.rows, bits.columns}, rows);
    words.insert(words.end(), rows.begin(), rows.end());
    words.insert(words.end(), columns.begin(), columns.end());
  }
  return words;
}

CornerBits CornerBitsOf(const BitGrid& bits, const uint64_t* plain_words) {
  const size_t row_words = BitLines{bits.rows, bits.columns}.WordCount();
  const uint64_t* second = plain_words + row_words + BitLines{bits.columns, bits.rows}.WordCount();
  return {bits,
          {BitGrid{bits.columns, bits.rows, plain_words, plain_words + row_words},
           BitGrid{bits.columns, bits.rows, second, second + row_words}}};
}

}  // namespace waystone
