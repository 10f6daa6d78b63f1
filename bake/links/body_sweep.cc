// A triangle is cut to the slab between the two heights; what is left, a convex polygon of up to five
// corners, is laid flat, and its distance from the segment is compared with the radius.
#include "bake/links/body_sweep.h"

#include <algorithm>

#include "core/geom/aabb.h"
#include "core/geom/segment.h"
#include "core/geom/slab_cut.h"

namespace waystone {
namespace {

bool ReachesInto(const SlabCut& part, const SweptVolume& volume) {
  if (part.Holds(volume.a)) return true;
  for (size_t k = 0; k < part.corners().size(); ++k) {
    if (SegmentsDistance(volume.a, volume.b, part.From(k), part.To(k)) < volume.radius_m) return true;
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
    return ReachesInto(SlabCut(a, b, c, volume.low_m, volume.high_m), volume);
  });
}

}  // namespace waystone
