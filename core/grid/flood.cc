// Words of the bitmap are filled as a whole; the bits that a word newly reaches in the words around it go
// onto a stack. As corners are not cut, a diagonal step leads nowhere that two straight ones do not.
#include <cstddef>

#include "core/grid/grid_search.h"

namespace waystone {
namespace {

constexpr uint64_t kPollInterval = 1024;  // [words]

// Bits of `free` that are in one run with a bit of `seeds` (Kogge-Stone, both directions).
uint64_t FillRuns(uint64_t seeds, uint64_t free) {
  uint64_t up = seeds & free;
  uint64_t down = up;
  uint64_t up_free = free;
  uint64_t down_free = free;
  for (uint32_t shift = 1; shift < 64; shift *= 2) {
    up |= up_free & (up << shift);
    up_free &= up_free << shift;
    down |= down_free & (down >> shift);
    down_free &= down_free >> shift;
  }
  return up | down;
}

struct NewBits {
  size_t word;
  uint64_t bits;
};

}  // namespace

bool FloodGrid(const BitGrid& bits, Cell from, const Deadline& deadline, std::vector<uint64_t>& reached) {
  const BitLines shape{bits.rows, bits.columns};
  const size_t stride = shape.StrideWords();
  reached.assign(shape.WordCount(), 0);
  std::vector<NewBits> stack;
  const auto reach = [&](size_t word, uint64_t seeds) {
    const uint64_t seen = reached[word];
    const uint64_t unseen = seeds & bits.row_words[word] & ~seen;
    if (unseen == 0) return;
    const uint64_t filled = FillRuns(unseen, bits.row_words[word]) & ~seen;
    reached[word] |= filled;
    stack.push_back({word, filled});
  };
  const auto column = static_cast<uint32_t>(from.column + 1);
  reach(static_cast<size_t>(from.row + 1) * stride + column / 64, uint64_t{1} << column % 64);
  // Terminates: every pass reaches new bits.
  for (uint64_t passes = 1; !stack.empty(); ++passes) {
    if (passes % kPollInterval == 0 && deadline.Expired()) return false;
    const NewBits at = stack.back();
    stack.pop_back();
    // Lines around the grid are blocked, and so are the first and the last bit of each: never out of bounds.
    reach(at.word - stride, at.bits);
    reach(at.word + stride, at.bits);
    if ((at.bits & 1) != 0) reach(at.word - 1, uint64_t{1} << 63);
    if ((at.bits >> 63) != 0) reach(at.word + 1, 1);
  }
  return true;
}

}  // namespace waystone
