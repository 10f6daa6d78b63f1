// The page of a picture and the path from map metres to it.
#pragma once

#include <cmath>
#include <compare>
#include <cstdint>

#include "core/geom/vec.h"

namespace waystone::draw {

// Units of the page per pixel: whole numbers this fine keep the file small and let shared corners meet.
inline constexpr int32_t kPageUnitsPerPx = 10;

// A point of the page in tenths of a pixel: x to the right, y down.
struct PagePoint {
  int32_t x = 0;
  int32_t y = 0;
  friend constexpr auto operator<=>(const PagePoint&, const PagePoint&) = default;
};

constexpr int64_t Cross(PagePoint a, PagePoint b, PagePoint c) {
  return (static_cast<int64_t>(b.x) - a.x) * (static_cast<int64_t>(c.y) - a.y) -
         (static_cast<int64_t>(b.y) - a.y) * (static_cast<int64_t>(c.x) - a.x);
}

inline double Distance(PagePoint a, PagePoint b) {
  return std::hypot(static_cast<double>(b.x) - a.x, static_cast<double>(b.y) - a.y);
}

// Seen from above: x runs to the right and z down the page.
struct Projection {
  Vec2 corner;  // [m] the plane point at the page's origin
  double units_per_m = 1;

  PagePoint operator()(Vec2 at) const {
    return {static_cast<int32_t>(std::lround((at.x - corner.x) * units_per_m)),
            static_cast<int32_t>(std::lround((at.z - corner.z) * units_per_m))};
  }
  PagePoint operator()(const Vec3& at) const { return (*this)(at.Plane()); }
};

}  // namespace waystone::draw
