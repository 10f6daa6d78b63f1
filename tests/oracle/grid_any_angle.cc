#include "tests/oracle/grid_any_angle.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace waystone {
namespace {

int64_t FloorDiv(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

bool IsFreeAt(const BitGrid& bits, int64_t column, int64_t row) {
  return bits.IsFree({static_cast<int32_t>(column), static_cast<int32_t>(row)});
}

// Along a line of the grid or through middles; `swapped` where it is a vertical one.
bool IsLevelLineFree(const BitGrid& bits, int64_t from, int64_t to, int64_t z, bool swapped) {
  const auto free = [&](int64_t column, int64_t row) {
    return swapped ? IsFreeAt(bits, row, column) : IsFreeAt(bits, column, row);
  };
  const int64_t above = FloorDiv(z - 1, 2);  // the same row where the line runs through middles
  const int64_t below = FloorDiv(z, 2);
  bool can_above = true;
  bool can_below = true;
  for (int64_t column = FloorDiv(from, 2); column <= FloorDiv(to - 1, 2); ++column) {
    // One side all along: changing it would be passing between two cells that touch.
    const bool is_above = free(column, above);
    const bool is_below = free(column, below);
    if (!is_above && !is_below) return false;
    if (is_above && is_below) {
      can_above = can_below = true;
      continue;
    }
    if (is_above && !can_above) return false;
    if (is_below && !can_below) return false;
    can_above = is_above;
    can_below = is_below;
  }
  return true;
}

}  // namespace

bool IsLineFree(const BitGrid& bits, GridPoint from, GridPoint to) {
  if (from == to) return true;
  if (from.z == to.z)
    return IsLevelLineFree(bits, std::min(from.x, to.x), std::max(from.x, to.x), from.z, false);
  if (from.x == to.x)
    return IsLevelLineFree(bits, std::min(from.z, to.z), std::max(from.z, to.z), from.x, true);
  if (from.z > to.z) std::swap(from, to);
  const int64_t width = to.x - from.x;
  const int64_t height = to.z - from.z;
  for (int64_t row = FloorDiv(from.z, 2); row <= FloorDiv(to.z - 1, 2); ++row) {
    const int64_t z0 = std::max<int64_t>(from.z, 2 * row);
    const int64_t z1 = std::min<int64_t>(to.z, 2 * row + 2);
    // Numerators over `height`.
    const int64_t x0 = from.x * height + width * (z0 - from.z);
    const int64_t x1 = from.x * height + width * (z1 - from.z);
    const int64_t first = FloorDiv(std::min(x0, x1), 2 * height);
    const int64_t last = FloorDiv(std::max(x0, x1) - 1, 2 * height);
    for (int64_t column = first; column <= last; ++column) {
      if (!IsFreeAt(bits, column, row)) return false;
    }
    // Through a corner: not between the two cells beside the line.
    if (z1 == to.z || x1 % (2 * height) != 0) continue;
    const int64_t corner = x1 / (2 * height);
    const int64_t behind = width > 0 ? corner : corner - 1;
    const int64_t before = width > 0 ? corner - 1 : corner;
    if (!IsFreeAt(bits, behind, row) && !IsFreeAt(bits, before, row + 1)) return false;
  }
  return true;
}

GridAnyAngle::GridAnyAngle(const BitGrid& bits) : bits_(bits), corners_(bits.rows + 1) {
  for (int32_t row = 0; row <= static_cast<int32_t>(bits.rows); ++row) {
    for (int32_t column = 0; column <= static_cast<int32_t>(bits.columns); ++column) {
      const int32_t free = (bits.IsFree({column - 1, row - 1}) ? 1 : 0) +
                           (bits.IsFree({column, row - 1}) ? 1 : 0) +
                           (bits.IsFree({column - 1, row}) ? 1 : 0) + (bits.IsFree({column, row}) ? 1 : 0);
      if (free == 3) corners_[static_cast<size_t>(row)].push_back({2 * column, 2 * row});
    }
  }
}

double GridAnyAngle::Length(Cell start, Cell goal, double known, uint32_t limit) {
  struct Item {
    double estimate;
    double length;
    GridPoint at;
    bool operator>(const Item& other) const { return estimate > other.estimate; }
  };
  lengths_.assign(size_t{bits_.columns + 1} * (bits_.rows + 1), std::numeric_limits<double>::infinity());
  const auto slot = [&](GridPoint point) -> double& {
    return lengths_[static_cast<size_t>(point.z / 2) * (bits_.columns + 1) +
                    static_cast<size_t>(point.x / 2)];
  };
  const GridPoint end = MiddleOf(goal);
  std::priority_queue<Item, std::vector<Item>, std::greater<>> open;
  open.push({DistanceBetween(MiddleOf(start), end), 0, MiddleOf(start)});
  for (uint32_t expanded = 0; !open.empty(); ++expanded) {
    const Item item = open.top();
    open.pop();
    if (item.estimate >= known) return known;
    if (item.at == end) return item.length;
    const bool is_corner = item.at.x % 2 == 0;
    if (is_corner && item.length > slot(item.at)) continue;
    if (expanded >= limit) return -1;
    if (IsLineFree(bits_, item.at, end)) {
      open.push(
          {item.length + DistanceBetween(item.at, end), item.length + DistanceBetween(item.at, end), end});
    }
    // A corner in row z lies at least this far off: those out of reach are skipped by rows.
    for (int32_t row = 0; row <= static_cast<int32_t>(bits_.rows); ++row) {
      const double detour = (std::abs(2 * row - item.at.z) + std::abs(2 * row - end.z)) / 2.0;
      if (item.length + detour > known) continue;
      for (const GridPoint corner : corners_[static_cast<size_t>(row)]) {
        const double length = item.length + DistanceBetween(item.at, corner);
        const double estimate = length + DistanceBetween(corner, end);
        if (estimate > known || length >= slot(corner) || !IsLineFree(bits_, item.at, corner)) continue;
        slot(corner) = length;
        open.push({estimate, length, corner});
      }
    }
  }
  return known;
}

}  // namespace waystone
