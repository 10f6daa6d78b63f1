// Points and segments, most of them of the horizontal plane.
#pragma once

#include <algorithm>

#include "core/geom/vec.h"

namespace waystone {

// The place on the segment a->b that is nearest to `at`: 0 at a, 1 at b; 0 if a = b.
inline double NearestFraction(Vec2 a, Vec2 b, Vec2 at) {
  const Vec2 along = b - a;
  const double length_sq = Dot(along, along);
  return length_sq > 0 ? std::clamp(Dot(at - a, along) / length_sq, 0.0, 1.0) : 0.0;
}

// The same in three dimensions.
inline double NearestFraction(const Vec3& a, const Vec3& b, const Vec3& at) {
  const Vec3 along = b - a;
  const double length_sq = Dot(along, along);
  return length_sq > 0 ? std::clamp(Dot(at - a, along) / length_sq, 0.0, 1.0) : 0.0;
}

// [m] From `at` to the segment a->b.
inline double SegmentDistance(Vec2 a, Vec2 b, Vec2 at) {
  return Distance(at, a + (b - a) * NearestFraction(a, b, at));
}

// [m] The same in three dimensions.
inline double SegmentDistance(const Vec3& a, const Vec3& b, const Vec3& at) {
  return Distance(at, a + (b - a) * NearestFraction(a, b, at));
}

// [m] Between the segments a->b and c->d.
inline double SegmentsDistance(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const bool cross =
      (Orient(a, b, c) > 0) != (Orient(a, b, d) > 0) && (Orient(c, d, a) > 0) != (Orient(c, d, b) > 0);
  if (cross) return 0;
  return std::min({SegmentDistance(a, b, c), SegmentDistance(a, b, d), SegmentDistance(c, d, a),
                   SegmentDistance(c, d, b)});
}

// The place where the line through `from` and `to` crosses the segment a->b, as a fraction of the segment,
// clamped to it; 0 if they are parallel.
inline double CrossingFraction(Vec2 from, Vec2 to, Vec2 a, Vec2 b) {
  const Vec2 direction = to - from;
  const double at_a = Cross(direction, a - from);
  const double at_b = Cross(direction, b - from);
  return at_a == at_b ? 0.0 : std::clamp(at_a / (at_a - at_b), 0.0, 1.0);
}

}  // namespace waystone
