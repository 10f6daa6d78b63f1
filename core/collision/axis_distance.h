// The distance between an upright segment (the axis of a capsule) and a triangle.
#pragma once

#include <cstddef>

#include "core/geom/vec.h"

namespace waystone {

// Where an axis and a triangle come nearest to one another.
struct AxisNearest {
  double distance_m = 0;  // 0 if they meet
  Vec3 on_axis;
  Vec3 on_triangle;
};

// A triangle made ready for axes of one length at many places. Any winding; a triangle thinner than a
// billionth of its longest side counts as its sides. Copied at will; any thread.
class AxisTarget {
 public:
  // REQUIRES: axis_m >= 0; 0 is a point.
  AxisTarget(const Vec3& a, const Vec3& b, const Vec3& c, double axis_m);

  // Of the axis from `low` up. Exact but for rounding. If several pairs of points are equally near, one of
  // them, always the same.
  AxisNearest Nearest(const Vec3& low) const;

  // By the corners' order, as long as twice the area; zero if the triangle counts as its sides.
  const Vec3& normal() const { return normal_; }
  // How far `at` lies on the normal's side of the triangle's plane, in lengths of the normal squared.
  double Over(const Vec3& at) const { return Dot(normal_, at - corners_[0]); }

 private:
  AxisNearest NearestOnSide(size_t side, const Vec3& low) const;
  bool IsOverInside(const Vec3& at) const;

  Vec3 corners_[3];
  Vec3 sides_[3];  // from corner k to the next
  Vec3 normal_;
  double normal_sq_ = 0;
  // Their products with (at - corners_[0]) are normal_sq_ times the weights of corners 1 and 2 at `at`.
  Vec3 weight1_;
  Vec3 weight2_;
  double axis_m_;
};

}  // namespace waystone
