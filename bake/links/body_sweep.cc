// A triangle is cut to the slab between the two heights; what is left, a convex polygon of up to five
// corners, is laid flat, and its distance from the segment is compared with the radius.
#include "bake/links/body_sweep.h"

#include <algorithm>
#include <array>

#include "core/geom/aabb.h"
#include "core/geom/segment.h"

namespace waystone {
namespace {

struct Cut {
  std::array<Vec3, 8> points;
  size_t count = 0;
  void Add(const Vec3& p) { points[count++] = p; }
};

// The part of the polygon where sign * (y - height) >= 0 (Sutherland and Hodgman, 1974, one plane).
Cut CutAt(const Cut& polygon, double height, double sign) {
  Cut out;
  for (size_t i = 0; i < polygon.count; ++i) {
    const Vec3& p = polygon.points[i];
    const Vec3& q = polygon.points[(i + 1) % polygon.count];
    const double at_p = sign * (p.y - height);
    const double at_q = sign * (q.y - height);
    if (at_p >= 0) out.Add(p);
    if ((at_p > 0 && at_q < 0) || (at_p < 0 && at_q > 0)) out.Add(p + (q - p) * (at_p / (at_p - at_q)));
  }
  return out;
}

// Whether the point lies in the polygon, which may wind either way; one without area holds nothing.
bool Holds(const Cut& polygon, Vec2 at) {
  bool left = false;
  bool right = false;
  for (size_t i = 0; i < polygon.count; ++i) {
    const double side =
        Orient(polygon.points[i].Plane(), polygon.points[(i + 1) % polygon.count].Plane(), at);
    left |= side > 0;
    right |= side < 0;
  }
  return left != right;
}

bool ReachesInto(const Cut& polygon, const SweptVolume& volume) {
  if (polygon.count == 0) return false;
  if (Holds(polygon, volume.a)) return true;
  for (size_t i = 0; i < polygon.count; ++i) {
    const Vec2 p = polygon.points[i].Plane();
    const Vec2 q = polygon.points[(i + 1) % polygon.count].Plane();
    if (SegmentsDistance(volume.a, volume.b, p, q) < volume.radius_m) return true;
  }
  return false;
}

}  // namespace

bool MeetsSolid(const CollisionView& solid, const SweptVolume& volume) {
  if (volume.low_m >= volume.high_m) return false;
  const double r = volume.radius_m;
  const Aabb box{{std::min(volume.a.x, volume.b.x) - r, volume.low_m, std::min(volume.a.z, volume.b.z) - r},
                 {std::max(volume.a.x, volume.b.x) + r, volume.high_m, std::max(volume.a.z, volume.b.z) + r}};
  return solid.AnyInBox(box, [&](const Vec3& a, const Vec3& b, const Vec3& c) {
    // What only touches the slab's top or bottom is outside.
    if (std::max({a.y, b.y, c.y}) <= volume.low_m || std::min({a.y, b.y, c.y}) >= volume.high_m) return false;
    Cut triangle;
    for (const Vec3& p : {a, b, c}) triangle.Add(p);
    return ReachesInto(CutAt(CutAt(triangle, volume.low_m, 1), volume.high_m, -1), volume);
  });
}

}  // namespace waystone
