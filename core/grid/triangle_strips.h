// The cells of each line of a grid that a triangle meets.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/grid/grid_point.h"

namespace waystone {

// Walks over the rows that a triangle lies in, in whole numbers:
//
//   TriangleStrips strips(a, b, c);
//   while (strips.Next()) Use(strips.line(), strips.first_cell(), strips.last_cell());
//
// A cell is met if its inside and the triangle's intersect. O(1) per row.
class TriangleStrips {
 public:
  // REQUIRES: not all on one line.
  TriangleStrips(GridPoint a, GridPoint b, GridPoint c);

  bool Next();
  int32_t line() const { return line_; }
  int32_t first_cell() const { return first_cell_; }
  int32_t last_cell() const { return last_cell_; }

 private:
  // A place on a row's border: the cell that it lies in, and the last cell that begins before it. They differ
  // on the border of two cells.
  struct Place {
    int32_t cell;
    int32_t cell_before;
  };
  // The places where a side crosses the borders of rows between its ends.
  class Side {
   public:
    Side() = default;
    // REQUIRES: from.z < to.z.
    Side(GridPoint from, GridPoint to);
    Place Next() {
      const Place place{cell_, remainder_ == 0 ? cell_ - 1 : cell_};
      cell_ += whole_;
      remainder_ += part_;
      if (remainder_ >= unit_) {
        remainder_ -= unit_;
        ++cell_;
      }
      return place;
    }

   private:
    int32_t cell_ = 0;  // and a fraction, remainder_ / unit_
    int32_t remainder_ = 0;
    int32_t unit_ = 1;
    int32_t whole_ = 0;  // what the place moves from row to row, and a fraction
    int32_t part_ = 0;
  };
  static Place At(GridPoint point) { return {point.x >> 1, (point.x - 1) >> 1}; }
  // Where the two short sides are at the lower border z of a row.
  Place NextShort(int32_t z) {
    if (z < points_[1].z) return upper_side_.Next();
    if (z == points_[1].z) return At(points_[1]);
    return z == points_[2].z ? At(points_[2]) : lower_side_.Next();
  }

  std::array<GridPoint, 3> points_;  // from the least z to the greatest
  bool is_middle_left_;
  Side long_side_;
  Side upper_side_;
  Side lower_side_;
  Place long_place_;
  Place short_place_;
  int32_t line_;
  int32_t last_line_;
  int32_t first_cell_ = 0;
  int32_t last_cell_ = 0;
};

inline bool TriangleStrips::Next() {
  if (line_ == last_line_) return false;
  ++line_;
  const int32_t end = std::min(2 * line_ + 2, points_[2].z);
  const Place long_end = end == points_[2].z ? At(points_[2]) : long_side_.Next();
  const Place short_end = NextShort(end);
  // The middle point sticks out if it lies inside the row.
  const bool has_middle = points_[1].z > 2 * line_ && points_[1].z < end;
  const Place middle = has_middle ? At(points_[1]) : short_end;
  if (is_middle_left_) {
    first_cell_ = std::min({short_place_.cell, short_end.cell, middle.cell});
    last_cell_ = std::max(long_place_.cell_before, long_end.cell_before);
  } else {
    first_cell_ = std::min(long_place_.cell, long_end.cell);
    last_cell_ = std::max({short_place_.cell_before, short_end.cell_before, middle.cell_before});
  }
  long_place_ = long_end;
  short_place_ = short_end;
  return true;
}

}  // namespace waystone
