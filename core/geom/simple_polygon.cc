#include "core/geom/simple_polygon.h"

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

double PolygonArea_m2(std::span<const Vec2> corners) {
  double twice_m2 = 0;
  for (size_t i = 2; i < corners.size(); ++i) twice_m2 += Orient(corners[0], corners[i - 1], corners[i]);
  return twice_m2 / 2;
}

}  // namespace waystone
