// Works in bands of rows: each rectangle adds one at its corners in the band and subtracts one past its ends;
// sums over rows and columns then count the rectangles on each cell.
#include "core/grid/cell_runs.h"

#include <algorithm>
#include <cstddef>

namespace waystone {
namespace {

constexpr uint32_t kBandRows = 64;

}  // namespace

std::vector<CellRect> RunsOfRects(uint32_t columns, uint32_t rows, std::span<const CellRect> rects,
                                  const Deadline& deadline) {
  std::vector<CellRect> runs;
  const size_t stride = size_t{columns} + 1;
  std::vector<int32_t> steps(stride * (kBandRows + 1));
  for (uint32_t first = 0; first < rows; first += kBandRows) {
    if (deadline.Expired()) break;
    const uint32_t end = std::min(rows, first + kBandRows);
    std::ranges::fill(steps, 0);
    for (const CellRect& rect : rects) {
      const uint32_t top = std::max(first, rect.row);
      const auto bottom = static_cast<uint32_t>(std::min<uint64_t>(end, uint64_t{rect.row} + rect.rows));
      const auto right =
          static_cast<uint32_t>(std::min<uint64_t>(columns, uint64_t{rect.column} + rect.columns));
      if (top >= bottom || rect.column >= right) continue;
      ++steps[(top - first) * stride + rect.column];
      --steps[(top - first) * stride + right];
      --steps[(bottom - first) * stride + rect.column];
      ++steps[(bottom - first) * stride + right];
    }
    for (uint32_t row = first; row < end; ++row) {
      int32_t* const line = &steps[(row - first) * stride];
      const int32_t* const above = row > first ? line - stride : nullptr;
      int32_t count = 0;
      for (uint32_t column = 0; column < columns; ++column) {
        if (above != nullptr) line[column] += above[column];  // carries over what began in rows above
        const bool was_in = count > 0;
        count += line[column];
        if (count > 0 && !was_in) runs.push_back({column, row, 0, 1});
        if (count > 0) ++runs.back().columns;
      }
    }
  }
  return runs;
}

}  // namespace waystone
