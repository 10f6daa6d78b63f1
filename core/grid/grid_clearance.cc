#include "core/grid/grid_clearance.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "core/base/status_macros.h"

namespace waystone {
namespace {

// A line of cells. Cell i is bit i + 1.
class Line {
 public:
  Line(BitLines shape, int64_t line, std::vector<uint64_t>& words)
      : words_(words.data() + static_cast<size_t>(line + 1) * shape.StrideWords()), length_(shape.length) {}

  // The next cell from `from` on that is free, or that is blocked; the length if there is none.
  int64_t Next(int64_t from, bool is_free) const {
    for (int64_t bit = from + 1; bit <= length_; bit = (bit / 64 + 1) * 64) {
      const uint64_t word = is_free ? words_[bit / 64] : ~words_[bit / 64];
      const uint64_t rest = word & (~uint64_t{0} << (bit % 64));
      if (rest != 0) return std::min(bit / 64 * 64 + std::countr_zero(rest) - 1, length_);
    }
    return length_;
  }

  // Blocks those of the cells [first, last] that there are.
  void Block(int64_t first, int64_t last) {
    first = std::max<int64_t>(first, 0) + 1;
    last = std::min(last, length_ - 1) + 1;
    for (int64_t word = first / 64; first <= last && word <= last / 64; ++word) {
      uint64_t mask = ~uint64_t{0};
      if (word == first / 64) mask &= ~uint64_t{0} << (first % 64);
      if (word == last / 64) mask &= ~uint64_t{0} >> (63 - last % 64);
      words_[word] &= ~mask;
    }
  }

 private:
  uint64_t* const words_;
  const int64_t length_;
};

// How many cells away one may be that is nearer than that to the middle of another, along a line; -1: none.
int64_t CellsWithin(double reach_sq) {
  return reach_sq > 0 ? static_cast<int64_t>(std::ceil(std::sqrt(reach_sq) + 0.5)) - 1 : -1;
}

}  // namespace

absl::Status BlockNear(BitLines shape, double reach, const Deadline& deadline,
                       std::vector<uint64_t>& row_words) {
  std::vector<uint64_t> was = row_words;
  const auto lines = int64_t{shape.lines};
  const auto length = int64_t{shape.length};
  const int64_t most = std::min(CellsWithin(reach * reach), std::max(lines, length));
  std::vector<int64_t> along;  // by how many lines away
  for (int64_t off = 0; off <= most; ++off) {
    const double across = std::max(static_cast<double>(off) - 0.5, 0.0);
    along.push_back(CellsWithin(reach * reach - across * across));
  }
  for (int64_t line = 0; line < lines; ++line) {
    WS_RETURN_IF_ERROR(CheckInTime(deadline));
    // Beyond the ends of the grid all is blocked.
    const bool is_near_end = std::min(line, lines - 1 - line) < most;
    Line own(shape, line, row_words);
    own.Block(0, is_near_end ? length : most - 1);
    own.Block(length - most, length);
    const Line before(shape, line, was);
    for (int64_t first = before.Next(0, false); first < length;) {
      const int64_t end = before.Next(first, true);
      for (int64_t off = std::max(-most, -line); off <= std::min(most, lines - 1 - line); ++off) {
        const int64_t reach_along = along[static_cast<size_t>(std::abs(off))];
        if (reach_along >= 0)
          Line(shape, line + off, row_words).Block(first - reach_along, end - 1 + reach_along);
      }
      first = before.Next(end, false);
    }
  }
  return absl::OkStatus();
}

}  // namespace waystone
