#include "core/store/surface_check.h"

#include <bitset>

#include "core/base/str_cat.h"

namespace waystone {

Aabb SurfaceBounds(const NavmeshHeader& header, const Vec3& origin) {
  if (header.poly_count == 0) return {};
  const Vec3 low(header.bounds_min[0], header.bounds_min[1], header.bounds_min[2]);
  const Vec3 high(header.bounds_max[0], header.bounds_max[1], header.bounds_max[2]);
  return {origin + low, origin + high};
}

absl::Status CheckSurfaceAgainstManifest(const NavmeshView& mesh, const MapManifest& manifest) {
  const Aabb bounds = SurfaceBounds(mesh.arrays().header, manifest.origin);
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

absl::Status CheckLinksAgainstManifest(const LinkView& links, const MapManifest& manifest) {
  const size_t known = manifest.link_abilities.size();
  const uint64_t mask = known == 64 ? ~uint64_t{0} : (uint64_t{1} << known) - 1;
  for (uint32_t i = 0; i < links.size(); ++i) {
    if (MayUse(links.link(LinkId(i)), mask)) continue;
    return absl::DataLossError(StrCat("link records[", i, "]: it needs an ability the manifest lacks"));
  }
  return absl::OkStatus();
}

}  // namespace waystone
