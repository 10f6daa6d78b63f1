#include "core/surface/door_resolver.h"

#include <map>
#include <string_view>

#include "core/base/status_macros.h"
#include "core/surface/search_surface.h"
#include "core/surface/solid_cells.h"

namespace waystone {
namespace {

constexpr size_t kMostRects = 1'000'000;

}  // namespace

absl::StatusOr<std::vector<DoorParts>> PartsOfDoors(const MapManifest& manifest, const AgentProfile& agent,
                                                    const LinkView& links, const SurfaceFields& fields) {
  std::vector<DoorParts> doors;
  doors.reserve(manifest.doors.size());
  size_t rects = 0;                                 // under volumes
  std::multimap<std::string_view, size_t> of_link;  // the doors that close it
  for (const Door& door : manifest.doors) {
    for (const std::string& id : door.links) of_link.emplace(id, doors.size());
    DoorParts& parts = doors.emplace_back();
    parts.areas = door.areas;
    for (const DoorVolume& volume : door.volumes) {
      Solid& solid = parts.solids.emplace_back();
      for (const Vec2 corner : volume.corners) solid.corners.push_back(corner - manifest.origin.Plane());
      solid.radius_m = volume.radius_m;
      solid.min_y = volume.min_y - manifest.origin.y;
      solid.max_y = volume.max_y - manifest.origin.y;
    }
    for (const DoorCells& cells : door.cells) {
      parts.cells.push_back({cells.column, cells.row, cells.columns, cells.rows});
    }
    if (!fields.cells) continue;
    std::vector<CellRect> under;
    WS_RETURN_IF_ERROR(BlockUnder(parts.solids, *fields.cells, agent, kMostRects - rects, Deadline(), under));
    rects += under.size();
    parts.cells.insert(parts.cells.end(), under.begin(), under.end());
    parts.solids.clear();
  }
  if (of_link.empty()) return doors;
  for (uint32_t link = 0; link < links.size(); ++link) {
    const auto [first, end] = of_link.equal_range(links.ExternalId(LinkId(link)));
    for (auto named = first; named != end; ++named) doors[named->second].links.emplace_back(link);
  }
  return doors;
}

}  // namespace waystone
