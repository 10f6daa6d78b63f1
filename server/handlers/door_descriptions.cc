#include "server/handlers/door_descriptions.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/map/map_manifest.h"
#include "core/surface/map_view.h"
#include "server/convert/convert.h"
#include "server/handlers/catalog_part.h"

namespace waystone {
namespace {

constexpr int kMostLinkEnds = 256 * 6;  // numbers in DescribedDoor.link_ends_xyz

void FillVolume(const DoorVolume& volume, v1::DoorVolume& out) {
  const Vec2 first = volume.corners.front();
  if (volume.corners.size() == 1) {
    SetPosition({first.x, volume.min_y, first.z}, *out.mutable_cylinder()->mutable_base());
    out.mutable_cylinder()->set_radius_m(volume.radius_m);
    out.mutable_cylinder()->set_height_m(volume.max_y - volume.min_y);
    return;
  }
  for (const Vec2 corner : volume.corners) {
    out.mutable_prism()->add_corners_xz(corner.x);
    out.mutable_prism()->add_corners_xz(corner.z);
  }
  out.mutable_prism()->set_min_y(volume.min_y);
  out.mutable_prism()->set_max_y(volume.max_y);
}

// The links of `parts`, which is the door on this surface.
void FillLinkEnds(const MapView& view, const DoorParts& parts, v1::DescribedDoor& out) {
  const Vec3 origin = view.manifest->origin;
  for (const LinkId id : parts.links) {
    if (out.link_ends_xyz_size() == kMostLinkEnds) return;
    const NavLink& link = view.links->link(id);
    if (link.reverse < id.value()) continue;  // the other way is there already
    for (const float* end : {link.start, link.end}) {
      out.add_link_ends_xyz(origin.x + end[0]);
      out.add_link_ends_xyz(origin.y + end[1]);
      out.add_link_ends_xyz(origin.z + end[2]);
    }
  }
}

v1::DescribedDoor Described(const Door& door) {
  v1::DescribedDoor out;
  out.set_name(door.name);
  out.set_is_closed(door.is_closed);
  for (const DoorVolume& volume : door.volumes) FillVolume(volume, *out.add_volumes());
  out.mutable_links()->Assign(door.links.begin(), door.links.end());
  for (uint32_t area = 1; area < 64; ++area) {
    if ((door.areas >> area & 1U) != 0) out.add_areas(area);
  }
  for (const DoorCells& cells : door.cells) {
    for (const uint32_t number : {cells.column, cells.row, cells.columns, cells.rows}) out.add_rects(number);
  }
  return out;
}

}  // namespace

void DescribeDoors(const LoadedMap& map, v1::DescribeMapResponse& response) {
  const std::vector<Door>& doors = map.manifest().doors;
  if (doors.empty()) return;
  const absl::StatusOr<MapView> view = map.View("", {}, ZonesNeed::kIfReady);
  size_t bytes = response.ByteSizeLong();
  for (size_t i = 0; i < doors.size(); ++i) {
    v1::DescribedDoor described = Described(doors[i]);
    if (view.ok()) FillLinkEnds(*view, view->doors[i], described);
    bytes += described.ByteSizeLong() + 5;  // with its tag and length
    if (bytes > kMaxPartBytes) return;
    *response.add_described_doors() = std::move(described);
  }
}

}  // namespace waystone
