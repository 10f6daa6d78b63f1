// Navmeshes that an engine has made already: Detour tile sets as RecastDemo saves them (.bin, "MSET").
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/navmesh/polygon_soup.h"
#include "core/map/agent_profile.h"
#include "core/map/map_manifest.h"
#include "core/map/off_mesh_link.h"

namespace waystone {

// What a tile set holds.
struct DetourImport {
  PolygonSoup soup;                // relative to `origin`; external ids count the ground polygons of the file
  Vec3 origin;                     // [m] the tile set's own
  AgentProfile agent;              // the sizes stored in the tiles
  std::vector<AreaType> areas;     // Detour's area n is called "detour_area_n"; 1, 2 ... in order of n
  std::vector<OffMeshLink> links;  // kind walk; absolute positions
};

// Reads a tile set with 32- or 64-bit references, tile data version 7. Every count, index and number is
// checked here; Detour itself is not asked. Polygons whose flags are 0 (which Detour's filters never pass)
// are left out. InvalidArgument naming the tile, the array, the index and the rule broken.
absl::StatusOr<DetourImport> ImportDetourTiles(std::span<const std::byte> bytes);

}  // namespace waystone
