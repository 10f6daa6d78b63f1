// Axis-aligned boxes.
#pragma once

#include <algorithm>
#include <limits>

#include "core/geom/vec.h"

namespace waystone {

// A closed box. The default box is empty: min above max, so that Extend can start from it.
struct Aabb {
  Vec3 min{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
           std::numeric_limits<double>::infinity()};
  Vec3 max{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
           -std::numeric_limits<double>::infinity()};

  static Aabb Around(const Vec3& centre, const Vec3& half_extent) {
    return {centre - half_extent, centre + half_extent};
  }
  bool IsEmpty() const { return min.x > max.x || min.y > max.y || min.z > max.z; }
  void Extend(const Vec3& p) {
    min = {std::min(min.x, p.x), std::min(min.y, p.y), std::min(min.z, p.z)};
    max = {std::max(max.x, p.x), std::max(max.y, p.y), std::max(max.z, p.z)};
  }
  bool Contains(const Vec3& p) const {
    return p.x >= min.x && p.x <= max.x && p.y >= min.y && p.y <= max.y && p.z >= min.z && p.z <= max.z;
  }
  bool Overlaps(const Aabb& o) const {
    return min.x <= o.max.x && o.min.x <= max.x && min.y <= o.max.y && o.min.y <= max.y && min.z <= o.max.z &&
           o.min.z <= max.z;
  }
};

}  // namespace waystone
