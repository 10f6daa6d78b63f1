#include "core/geom/simple_polygon.h"

#include <cmath>
#include <numbers>

#include "core/geom/segment.h"

namespace waystone {

std::optional<std::pair<size_t, size_t>> MeetingSides(std::span<const Vec2> corners) {
  const size_t n = corners.size();
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = i + 2; j < n; ++j) {
      if (i == 0 && j == n - 1) continue;  // neighbours
      if (SegmentsDistance(corners[i], corners[i + 1], corners[j], corners[(j + 1) % n]) <= 0) {
        return std::pair(i, j);
      }
    }
  }
  return std::nullopt;
}

const char* WhyNotConvex(std::span<const Vec2> corners) {
  const size_t count = corners.size();
  double turned = 0;
  for (size_t k = 0; k < count; ++k) {
    const Vec2 side = corners[(k + 1) % count] - corners[k];
    const Vec2 next = corners[(k + 2) % count] - corners[(k + 1) % count];
    if (Length(side) == 0) return "two corners in a row are one place";
    if (Cross(side, next) < 0) return "must be convex; divide it into convex ones";
    turned += std::atan2(Cross(side, next), Dot(side, next));
  }
  const bool is_once = std::abs(turned - 2 * std::numbers::pi) < 1;
  return is_once && PolygonArea_m2(corners) > 0 ? nullptr : "must enclose some area, once";
}

double PolygonArea_m2(std::span<const Vec2> corners) {
  double twice_m2 = 0;
  for (size_t i = 2; i < corners.size(); ++i) twice_m2 += Orient(corners[0], corners[i - 1], corners[i]);
  return twice_m2 / 2;
}

}  // namespace waystone
