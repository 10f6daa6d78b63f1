// Heights over triangles, seen from above.
#pragma once

#include <algorithm>

#include "core/geom/vec.h"

namespace waystone {

// A point found, and how far it lies from the point asked for, horizontally squared.
struct PlaneHit {
  Vec3 point;
  double distance_sq_m2 = 0;
};

// The point of segment ab nearest to `at` in the plane, its height interpolated along the segment.
inline PlaneHit ClosestOnSegment(const Vec3& a, const Vec3& b, Vec2 at) {
  const Vec2 along = b.Plane() - a.Plane();
  const double length_sq = Dot(along, along);
  const double t = length_sq > 0 ? std::clamp(Dot(at - a.Plane(), along) / length_sq, 0.0, 1.0) : 0.0;
  // From the nearer end, so that both ends come out exactly.
  const Vec3 point = t < 0.5 ? a + (b - a) * t : b + (a - b) * (1 - t);
  const Vec2 off = point.Plane() - at;
  return {point, Dot(off, off)};
}

// The point of triangle abc (either winding, may be degenerate) nearest to `at` in the plane, with its
// height; `at` itself where it lies inside or on the outline.
inline PlaneHit ClosestOnTriangle(const Vec3& a, const Vec3& b, const Vec3& c, Vec2 at) {
  const double wa = Orient(b.Plane(), c.Plane(), at);
  const double wb = Orient(c.Plane(), a.Plane(), at);
  const double wc = Orient(a.Plane(), b.Plane(), at);
  const double sum = wa + wb + wc;
  const bool inside = (wa >= 0 && wb >= 0 && wc >= 0) || (wa <= 0 && wb <= 0 && wc <= 0);
  if (inside && sum != 0) {
    const double height = (wa * a.y + wb * b.y + wc * c.y) / sum;
    return {{at.x, height, at.z}, 0};
  }
  PlaneHit best = ClosestOnSegment(a, b, at);
  for (const PlaneHit& hit : {ClosestOnSegment(b, c, at), ClosestOnSegment(c, a, at)}) {
    if (hit.distance_sq_m2 < best.distance_sq_m2) best = hit;
  }
  return best;
}

}  // namespace waystone
