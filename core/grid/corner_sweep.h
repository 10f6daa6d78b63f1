// Corners of obstacles, where shortest paths over a grid turn, and which of them a cell sees.
//
// A shortest path that no corner turns has two directions only, a straight one and a diagonal one 45 degrees
// from it, in any order: if a straight and a diagonal step cannot be swapped, the cell between them is a
// corner whose obstacle lies beside the diagonal (after Uras, Koenig, Hernandez: Subgoal graphs for optimal
// pathfinding in eight-neighbor grids, ICAPS 2013, who count any corner). So every shortest path is a chain
// of corners that see each other: straight along a line without a corner between them; or over a free
// parallelogram with a diagonal side, in which both of them, and no other corner, turn paths of the
// diagonal's slope.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "core/grid/corner_bits.h"

namespace waystone {

// The number of consecutive 1s of a line from `bit` on, upwards or downwards. Counts to `limit` at least, and
// not much farther. REQUIRES: the line has cells of the bitmap.
template <int kDirection>
uint32_t CountOnes(const uint64_t* line, uint32_t bit, uint32_t limit) {
  // A line of cells ends in a 0 on both sides, and there are lines before and after it.
  const auto* bytes = reinterpret_cast<const unsigned char*>(line);
  for (uint32_t count = 0, at = bit;;) {
    uint64_t word;
    uint32_t ones = 0;
    uint32_t looked_at = 0;
    if constexpr (kDirection > 0) {
      std::memcpy(&word, bytes + at / 8, sizeof word);
      ones = static_cast<uint32_t>(std::countr_one(word >> at % 8));
      looked_at = 64 - at % 8;
    } else {
      std::memcpy(&word, bytes + static_cast<ptrdiff_t>(at / 8) - 7, sizeof word);
      ones = static_cast<uint32_t>(std::countl_one(word << (7 - at % 8)));
      looked_at = 57 + at % 8;
    }
    count += ones;
    if (ones < looked_at || count >= limit) return count;
    at = kDirection > 0 ? at + ones : at - ones;
  }
}

// Looks for corners from one cell. Report: void(Cell, GridSteps).
template <typename Report>
class CornerSweep {
 public:
  CornerSweep(const CornerBits& bits, Cell from, const Report& report)
      : bits_(bits),
        from_(from),
        report_(report),
        row_stride_(BitLines{bits.free.rows, bits.free.columns}.StrideWords()),
        column_stride_(BitLines{bits.free.columns, bits.free.rows}.StrideWords()) {}

  void Run(bool with_slope_0, bool with_slope_1) const {
    const Runs east = Straight<1, 0>();
    const Runs west = Straight<-1, 0>();
    const Runs south = Straight<0, 1>();
    const Runs north = Straight<0, -1>();
    if (with_slope_0) {
      Quadrant<1, 1>(east[0], south[0]);
      Quadrant<-1, -1>(west[0], north[0]);
    }
    if (with_slope_1) {
      Quadrant<1, -1>(east[1], north[1]);
      Quadrant<-1, 1>(west[1], south[1]);
    }
  }

 private:
  // By slope: the distance to the first cell that is not plain.
  using Runs = std::array<uint32_t, kSlopes>;

  // The number of plain cells in one line from the cell on, including the cell.
  template <int kDx>
  uint32_t PlainInRow(Cell at, uint32_t slope, uint32_t limit) const {
    const uint64_t* line = bits_.plain[slope].row_words + static_cast<size_t>(at.row + 1) * row_stride_;
    return CountOnes<kDx>(line, static_cast<uint32_t>(at.column + 1), limit);
  }
  template <int kDy>
  uint32_t PlainInColumn(Cell at, uint32_t slope, uint32_t limit) const {
    const uint64_t* line =
        bits_.plain[slope].column_words + static_cast<size_t>(at.column + 1) * column_stride_;
    return CountOnes<kDy>(line, static_cast<uint32_t>(at.row + 1), limit);
  }
  void ReportIfFree(Cell cell, uint32_t cardinal, uint32_t diagonal) const {
    if (bits_.free.IsFree(cell)) report_(cell, GridSteps{cardinal, diagonal});
  }

  template <int kDx, int kDy>
  Runs Straight() const {
    const Cell next{from_.column + kDx, from_.row + kDy};
    Runs runs{1, 1};
    for (uint32_t slope = 0; slope < kSlopes; ++slope) {
      if constexpr (kDx != 0) runs[slope] += PlainInRow<kDx>(next, slope, kMaxGridSide);
      if constexpr (kDy != 0) runs[slope] += PlainInColumn<kDy>(next, slope, kMaxGridSide);
    }
    const uint32_t run = std::min(runs[0], runs[1]);
    const auto steps = static_cast<int32_t>(run);
    ReportIfFree({from_.column + kDx * steps, from_.row + kDy * steps}, run, 0);
    return runs;
  }

  // Goes along the diagonal, and from each of its cells along row and column as far as the cells before it
  // saw.
  template <int kDx, int kDy>
  void Quadrant(uint32_t columns, uint32_t rows) const {
    constexpr uint32_t kSlope = SlopeOf(kDx, kDy);
    Cell at = from_;
    bool is_row_free = columns > 1 || bits_.free.IsFree({at.column + kDx, at.row});
    bool is_column_free = rows > 1 || bits_.free.IsFree({at.column, at.row + kDy});
    for (uint32_t diagonal = 1; is_row_free && is_column_free; ++diagonal) {
      at = {at.column + kDx, at.row + kDy};
      const uint32_t in_row = PlainInRow<kDx>(at, kSlope, columns);
      if (in_row == 0) return ReportIfFree(at, 0, diagonal);
      if (in_row < columns) {
        columns = in_row;
        ReportIfFree({at.column + kDx * static_cast<int32_t>(in_row), at.row}, in_row, diagonal);
      }
      const uint32_t in_column = PlainInColumn<kDy>(at, kSlope, rows);
      if (in_column < rows) {
        rows = in_column;
        ReportIfFree({at.column, at.row + kDy * static_cast<int32_t>(in_column)}, in_column, diagonal);
      }
      is_row_free = in_row > 1 || bits_.free.IsFree({at.column + kDx, at.row});
      is_column_free = in_column > 1 || bits_.free.IsFree({at.column, at.row + kDy});
    }
  }

  const CornerBits& bits_;
  const Cell from_;
  const Report& report_;
  const uint32_t row_stride_;
  const uint32_t column_stride_;
};

// Calls report(corner, GridSteps) for every corner that the free cell sees as an end of a path. The path may
// leave the cell in any direction. O(cells of its diagonals * (1 + cells of a run / 64)).
template <typename Report>
void SweepFromEnd(const CornerBits& bits, Cell from, const Report& report) {
  CornerSweep<Report>(bits, from, report).Run(true, true);
}

// The same for a corner within a path. Sight is symmetric.
template <typename Report>
void SweepFromCorner(const CornerBits& bits, Cell from, const Report& report) {
  CornerSweep<Report>(bits, from, report).Run(bits.Turns(from, 0), bits.Turns(from, 1));
}

}  // namespace waystone
