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

}  // namespace waystone
