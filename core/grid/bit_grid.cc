#include "core/grid/bit_grid.h"

#include <algorithm>
#include <array>

namespace waystone {
namespace {

// Bit j of word i becomes bit i of word j (Hacker's Delight 7-3, for 64 bits).
void TransposeBlock(std::array<uint64_t, 64>& block) {
  uint64_t mask = 0x00000000ffffffffULL;
  for (uint32_t width = 32; width != 0; width /= 2, mask ^= mask << width) {
    for (uint32_t i = 0; i < 64; i = (i + width + 1) & ~width) {
      const uint64_t moved = (block[i] >> width ^ block[i + width]) & mask;
      block[i] ^= moved << width;
      block[i + width] ^= moved;
    }
  }
}

}  // namespace

std::vector<uint64_t> TransposeBits(BitLines from, std::span<const uint64_t> words) {
  const BitLines to{from.length, from.lines};
  const uint32_t from_stride = from.StrideWords();
  const uint32_t to_stride = to.StrideWords();
  std::vector<uint64_t> out(to.WordCount(), 0);
  std::array<uint64_t, 64> block;
  for (uint32_t line = 0; line < from.lines + 2; line += 64) {
    const uint32_t line_count = std::min(64U, from.lines + 2 - line);
    for (uint32_t word = 0; word < from_stride; ++word) {
      block.fill(0);
      for (uint32_t i = 0; i < line_count; ++i) block[i] = words[size_t{line + i} * from_stride + word];
      TransposeBlock(block);
      const uint32_t out_count = std::min(64U, from.length + 2 - word * 64);
      for (uint32_t i = 0; i < out_count; ++i) out[size_t{word * 64 + i} * to_stride + line / 64] = block[i];
    }
  }
  return out;
}

}  // namespace waystone
