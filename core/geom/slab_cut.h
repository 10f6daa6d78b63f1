// The part of a triangle between two heights.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "core/geom/vec.h"

namespace waystone {

// A convex polygon of up to five corners: the part of a triangle between two planes; empty if nothing is
// left.
class SlabCut {
 public:
  // The part of triangle abc with low <= y <= high.
  SlabCut(const Vec3& a, const Vec3& b, const Vec3& c, double low, double high);

  std::span<const Vec3> corners() const { return {corners_.data(), size_}; }
  bool empty() const { return size_ == 0; }
  // Side k in the plane: from corner k to the next. REQUIRES: k < corners().size().
  Vec2 From(size_t k) const { return corners_[k].Plane(); }
  Vec2 To(size_t k) const { return corners_[k + 1 == size_ ? 0 : k + 1].Plane(); }
  // Whether the point lies within it, seen from above; an upright polygon holds nothing.
  bool Holds(Vec2 at) const;

 private:
  void Add(const Vec3& corner) { corners_[size_++] = corner; }
  // The part with sign * y >= sign * height.
  SlabCut Above(double height, double sign) const;
  SlabCut() = default;

  std::array<Vec3, 5> corners_;
  size_t size_ = 0;
};

}  // namespace waystone
