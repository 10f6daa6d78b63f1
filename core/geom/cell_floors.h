// Places in the cells of a lattice over the ground, told apart by floors.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/geom/vec.h"

namespace waystone {

// A place in a cell.
struct CellSample {
  int32_t row = 0;
  int32_t column = 0;
  double off_sq_m2 = 0;  // [m2] square of its distance from the cell's middle, in the plane
  Vec3 point;
  uint32_t id = 0;  // of what it is on
};

// The row that a place's z lies in, or the column of its x; `corner` is that of cell 0. Beyond a billion there are no more.
inline int32_t CellIndexOf(double at, double corner, double cell_m) {
  constexpr double kLast = 1e9;
  return static_cast<int32_t>(std::clamp(std::floor((at - corner) / cell_m), -kLast, kLast));
}

// Sorts the samples by row, column, height and id, and calls `take` for each floor of each cell, with its samples and the index of the one
// nearest to the cell's middle, of equals the first. Samples less than `floor_m` above the lowest of a floor are on it.
// `take` may overwrite samples that it was given before. O(n log n).
void ForEachFloor(double floor_m, std::vector<CellSample>& samples,
                  const std::function<void(std::span<const CellSample> floor, size_t nearest)>& take);

}  // namespace waystone
