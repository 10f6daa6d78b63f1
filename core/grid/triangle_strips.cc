#include "core/grid/triangle_strips.h"

#include <algorithm>

namespace waystone {
namespace {

// REQUIRES: b > 0.
int32_t FloorDiv(int32_t a, int32_t b) { return a / b - (a % b < 0 ? 1 : 0); }

}  // namespace

TriangleStrips::Side::Side(GridPoint from, GridPoint to) {
  const int32_t height = to.z - from.z;
  const int32_t width = to.x - from.x;
  unit_ = 2 * height;
  const int32_t first = from.x * height + width * (2 - (from.z & 1));
  cell_ = FloorDiv(first, unit_);
  remainder_ = first - cell_ * unit_;
  whole_ = FloorDiv(2 * width, unit_);
  part_ = 2 * width - whole_ * unit_;
}

TriangleStrips::Place TriangleStrips::Side::Next() {
  const Place place{cell_, remainder_ == 0 ? cell_ - 1 : cell_};
  cell_ += whole_;
  remainder_ += part_;
  if (remainder_ >= unit_) {
    remainder_ -= unit_;
    ++cell_;
  }
  return place;
}

TriangleStrips::TriangleStrips(GridPoint a, GridPoint b, GridPoint c) : points_{a, b, c} {
  if (points_[0].z > points_[1].z) std::swap(points_[0], points_[1]);
  if (points_[1].z > points_[2].z) std::swap(points_[1], points_[2]);
  if (points_[0].z > points_[1].z) std::swap(points_[0], points_[1]);
  const auto& [top, middle, bottom] = points_;
  is_middle_left_ = TurnAt(top, bottom, middle) > 0;
  long_side_ = Side(top, bottom);
  if (top.z < middle.z) upper_side_ = Side(top, middle);
  if (middle.z < bottom.z) lower_side_ = Side(middle, bottom);
  long_place_ = At(top);
  short_place_ = At(top.z < middle.z ? top : middle);
  line_ = (top.z >> 1) - 1;
  last_line_ = (bottom.z - 1) >> 1;
}

TriangleStrips::Place TriangleStrips::NextShort(int32_t z) {
  if (z < points_[1].z) return upper_side_.Next();
  if (z == points_[1].z) return At(points_[1]);
  return z == points_[2].z ? At(points_[2]) : lower_side_.Next();
}

bool TriangleStrips::Next() {
  if (line_ == last_line_) return false;
  ++line_;
  const int32_t end = std::min(2 * line_ + 2, points_[2].z);
  const Place long_end = end == points_[2].z ? At(points_[2]) : long_side_.Next();
  const Place short_end = NextShort(end);
  // The middle point sticks out where the row has it inside.
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
