// A closed walk that turns left at every corner and keeps every side to the left of one of its corners is
// convex and winds once. Both are held within the tolerance, as a distance.
#include "core/navmesh/polygon_shape.h"

#include <algorithm>

namespace waystone {
namespace {

// Whether c lies to the left of the line ab, or right of it by no more than the tolerance; `reach_sq_m2` is
// squared length of the triangle's base against which the distance is measured.
bool IsLeftWithin(Vec2 a, Vec2 b, Vec2 c, double reach_sq_m2, double tolerance_sq_m2) {
  const double orient = Orient(a, b, c);
  return orient >= 0 || orient * orient <= tolerance_sq_m2 * reach_sq_m2;
}

}  // namespace

double TwiceArea(std::span<const Vec2> corners) {
  double sum = 0;
  for (size_t k = 2; k < corners.size(); ++k) sum += Orient(corners[0], corners[k - 1], corners[k]);
  return sum;
}

const char* PolygonFault(std::span<const Vec2> corners, double tolerance_m) {
  const double tolerance_sq = tolerance_m * tolerance_m;
  Vec2 a = corners[corners.size() - 2];
  Vec2 b = corners[corners.size() - 1];
  for (const Vec2 c : corners) {
    if (b == c) return "two corners in a row are in one place";
    const Vec2 across = c - a;
    if (!IsLeftWithin(a, b, c, Dot(across, across), tolerance_sq)) return "not convex and counter-clockwise";
    const Vec2 in = b - corners[0];
    const Vec2 out = c - corners[0];
    const double reach_sq = std::max(Dot(in, in), Dot(out, out));
    if (!IsLeftWithin(corners[0], b, c, reach_sq, tolerance_sq)) return "not convex and counter-clockwise";
    a = b;
    b = c;
  }
  return TwiceArea(corners) > 0 ? nullptr : "no area";
}

}  // namespace waystone
