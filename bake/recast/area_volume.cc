#include "bake/recast/area_volume.h"

namespace waystone {
namespace {

// Counts the sides crossed by a ray in +x (Shimrat 1962). Sides are half open, so a corner counts once.
bool IsInside(const std::vector<Vec2>& corners, Vec2 at) {
  bool inside = false;
  for (size_t i = 0, before = corners.size() - 1; i < corners.size(); before = i++) {
    const Vec2 a = corners[before];
    const Vec2 b = corners[i];
    if ((a.z > at.z) == (b.z > at.z)) continue;
    if (at.x < a.x + (b.x - a.x) * (at.z - a.z) / (b.z - a.z)) inside = !inside;
  }
  return inside;
}

}  // namespace

bool AreaVolume::Contains(const Vec3& at) const {
  if (!bounds.Contains(at)) return false;
  if (const auto* cylinder = std::get_if<VolumeCylinder>(&outline)) {
    return Distance(cylinder->centre, at.Plane()) <= cylinder->radius_m;
  }
  if (const auto* prism = std::get_if<VolumePrism>(&outline)) return IsInside(prism->corners, at.Plane());
  return true;
}

}  // namespace waystone
