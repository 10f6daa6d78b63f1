#include "core/store/surface_check.h"

#include <bitset>

#include "core/base/str_cat.h"

namespace waystone {

Aabb SurfaceBounds(const NavmeshView& mesh, const Vec3& origin) {
  if (mesh.poly_count() == 0) return {};
  const NavmeshHeader& header = mesh.arrays().header;
  const Vec3 low(header.bounds_min[0], header.bounds_min[1], header.bounds_min[2]);
  const Vec3 high(header.bounds_max[0], header.bounds_max[1], header.bounds_max[2]);
  return {origin + low, origin + high};
}

absl::Status CheckSurfaceAgainstManifest(const NavmeshView& mesh, const MapManifest& manifest) {
  const Aabb bounds = SurfaceBounds(mesh, manifest.origin);
  if (!bounds.IsEmpty() && !(manifest.bounds.Contains(bounds.min) && manifest.bounds.Contains(bounds.max))) {
    return absl::InvalidArgumentError("the surface leaves the manifest's bounds");
  }
  std::bitset<256> named;
  for (const AreaType& area : manifest.areas) named.set(area.index);
  for (uint32_t i = 0; i < mesh.poly_count(); ++i) {
    const uint8_t area = mesh.poly(PolyId(i)).area;
    if (named[area]) continue;
    return absl::InvalidArgumentError(
        StrCat("polygon ", i, " has area type ", area, ", which the manifest does not name"));
  }
  return absl::OkStatus();
}

}  // namespace waystone
