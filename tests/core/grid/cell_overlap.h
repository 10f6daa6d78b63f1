// Whether a cell and a convex shape overlap, by separating axes in whole numbers: slow and obvious.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/grid/grid_point.h"

namespace waystone {

enum class Overlap { kNone, kTouch, kInside };

// Of the closed square of a cell and a segment or a triangle. kInside: their insides have a place in common
// (a segment is all inside).
inline Overlap OverlapOf(Cell cell, std::span<const GridPoint> shape) {
  const int32_t x = 2 * cell.column;
  const int32_t z = 2 * cell.row;
  const std::vector<GridPoint> square = {{x, z}, {x + 2, z}, {x + 2, z + 2}, {x, z + 2}};
  std::vector<GridPoint> axes = {{1, 0}, {0, 1}};
  for (size_t i = 0; i < shape.size(); ++i) {
    const GridPoint a = shape[i];
    const GridPoint b = shape[(i + 1) % shape.size()];
    axes.push_back({a.z - b.z, b.x - a.x});
  }
  Overlap overlap = Overlap::kInside;
  for (const GridPoint axis : axes) {
    const auto range = [&](std::span<const GridPoint> points) {
      int64_t least = INT64_MAX;
      int64_t most = INT64_MIN;
      for (const GridPoint point : points) {
        const int64_t along = int64_t{axis.x} * point.x + int64_t{axis.z} * point.z;
        least = std::min(least, along);
        most = std::max(most, along);
      }
      return std::pair(least, most);
    };
    const auto [shape_least, shape_most] = range(shape);
    const auto [square_least, square_most] = range(square);
    if (shape_most < square_least || shape_least > square_most) return Overlap::kNone;
    if (shape_most == square_least || shape_least == square_most) overlap = Overlap::kTouch;
  }
  return overlap;
}

}  // namespace waystone
