// Heights over triangles, seen from above.
#pragma once

#include <algorithm>
#include <optional>

#include "core/geom/vec.h"

namespace waystone {

// A point found, and its squared horizontal distance from the query point.
struct PlaneHit {
  Vec3 point;
  double distance_sq_m2 = 0;
};

// The point of segment ab nearest to `at` in the plane, its height interpolated along the segment.
inline PlaneHit ClosestOnSegment(const Vec3& a, const Vec3& b, Vec2 at) {
  const Vec2 along = b.Plane() - a.Plane();
  const double length_sq = Dot(along, along);
  const double t = length_sq > 0 ? std::clamp(Dot(at - a.Plane(), along) / length_sq, 0.0, 1.0) : 0.0;
  // From the nearer end, so that both ends are exact.
  const Vec3 point = t < 0.5 ? a + (b - a) * t : b + (a - b) * (1 - t);
  const Vec2 off = point.Plane() - at;
  return {point, Dot(off, off)};
}

// The height of triangle abc (either winding) at `at`; nullopt if it lies outside by more than a billionth of
// the triangle, or the triangle has no area.
inline std::optional<double> HeightOnTriangle(const Vec3& a, const Vec3& b, const Vec3& c, Vec2 at) {
  const double sign = Orient(a.Plane(), b.Plane(), c.Plane()) < 0 ? -1 : 1;
  const double area = sign * Orient(a.Plane(), b.Plane(), c.Plane());
  const double wb = sign * Orient(c.Plane(), a.Plane(), at);
  const double wc = sign * Orient(a.Plane(), b.Plane(), at);
  const double outside = -1e-9 * area;
  if (area == 0 || wb < outside || wc < outside || area - wb - wc < outside) return std::nullopt;
  return a.y + (wb * (b.y - a.y) + wc * (c.y - a.y)) / area;
}

// Lower bound of the squared distance in the plane from `at` to any point of triangle abc.
inline double PlaneDistanceBound(const Vec3& a, const Vec3& b, const Vec3& c, Vec2 at) {
  const double x = std::max({std::min({a.x, b.x, c.x}) - at.x, at.x - std::max({a.x, b.x, c.x}), 0.0});
  const double z = std::max({std::min({a.z, b.z, c.z}) - at.z, at.z - std::max({a.z, b.z, c.z}), 0.0});
  return x * x + z * z;
}

// The point of triangle abc (either winding, may be degenerate) nearest to `at` in the plane, with its
// height; `at` itself if it lies inside or on the outline.
inline PlaneHit ClosestOnTriangle(const Vec3& a, const Vec3& b, const Vec3& c, Vec2 at) {
  if (const std::optional<double> height = HeightOnTriangle(a, b, c, at)) return {{at.x, *height, at.z}, 0};
  PlaneHit best = ClosestOnSegment(a, b, at);
  for (const PlaneHit& hit : {ClosestOnSegment(b, c, at), ClosestOnSegment(c, a, at)}) {
    if (hit.distance_sq_m2 < best.distance_sq_m2) best = hit;
  }
  return best;
}

}  // namespace waystone
