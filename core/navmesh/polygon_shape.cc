// A closed walk that turns left at every corner and keeps every side to the left of one of its corners is
// convex and winds once. Both are held within the tolerance, as a distance.
#include "core/navmesh/polygon_shape.h"

#include <algorithm>
#include <cmath>

namespace waystone {

double TwiceArea(std::span<const Vec2> corners) {
  double sum = 0;
  for (size_t k = 2; k < corners.size(); ++k) sum += Orient(corners[0], corners[k - 1], corners[k]);
  return sum;
}

double WidthOf(std::span<const Vec2> corners) {
  double longest_m = 0;
  size_t longest = 0;
  for (size_t k = 0; k < corners.size(); ++k) {
    const double side_m = Distance(corners[k], corners[(k + 1) % corners.size()]);
    if (side_m <= longest_m) continue;
    longest_m = side_m;
    longest = k;
  }
  if (longest_m == 0) return 0;
  const Vec2 a = corners[longest];
  const Vec2 b = corners[(longest + 1) % corners.size()];
  double twice_area_m2 = 0;
  for (const Vec2 c : corners) twice_area_m2 = std::max(twice_area_m2, std::abs(Orient(a, b, c)));
  return twice_area_m2 / longest_m;
}

PolygonShape CheckPolygonShape(std::span<const Vec2> corners, double tolerance_m) {
  PolygonShape shape;
  const double tolerance_sq = tolerance_m * tolerance_m;
  const Vec2 first = corners[0];
  Vec2 a = corners[corners.size() - 2];
  Vec2 b = corners[corners.size() - 1];
  for (const Vec2 c : corners) {
    if (b == c) return {"two corners in a row are in one place", 0};
    const double turn = Orient(a, b, c);
    const double fan = Orient(first, b, c);
    if (turn < 0 && turn * turn > tolerance_sq * Dot(c - a, c - a)) {
      return {"not convex and counter-clockwise", 0};
    }
    if (fan < 0 &&
        fan * fan > tolerance_sq * std::max(Dot(b - first, b - first), Dot(c - first, c - first))) {
      return {"not convex and counter-clockwise", 0};
    }
    shape.twice_area_m2 += fan;
    a = b;
    b = c;
  }
  if (!(shape.twice_area_m2 > 0)) shape.fault = "no area";
  return shape;
}

}  // namespace waystone
