// Zones of a baked surface, for one agent and ability set.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/geom/vec.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"
#include "core/navmesh/surface_queries.h"
#include "core/zones/zone_view.h"

namespace waystone {

// Which ground counts as the main one (S1.2-S1.3). Config fields carry [unit, range, default].
struct ZoneRules {
  // [m, in the map's axes after scaling] Where players enter: their ground is main, whatever its size.
  std::vector<Vec3> spawns;
  uint32_t main_weak_count =
      1;  // [1-1000000, 1] without spawns, this many largest weak components are not isolated
  uint32_t main_zone_count = 1;  // [1-1000000, 1] this many largest zones are main
};

// A spawn counts as on the surface within this: horizontally, and up or down.
inline constexpr double kSpawnSnap_m = 2.0;

// The place of the surface that players who enter at `spawn` stand on; none where none is near enough.
// `origin`: what the mesh's positions are relative to.
std::optional<NavLocation> SnapSpawn(const NavmeshView& mesh, const Vec3& spawn, const Vec3& origin,
                                     SurfaceWorkspace& workspace);

// As SnapSpawn.
using SpawnSnapper = std::function<std::optional<NavLocation>(
    const NavmeshView& mesh, const Vec3& spawn, const Vec3& origin, SurfaceWorkspace& workspace)>;

struct BakedZones {
  ZoneData zones;
  std::vector<std::string> warnings;  // spawns that are not on the surface
};

// Zones of the polygons that an agent with `abilities` (the bits of NavLink::abilities) can walk and link
// between. `origin`: what the mesh's positions are relative to. Deterministic. Near-linear.
BakedZones BakeZones(const NavmeshView& mesh, const LinkView& links, uint64_t abilities, const Vec3& origin,
                     const ZoneRules& rules, const SpawnSnapper& snap = SnapSpawn);

}  // namespace waystone
