// The levels of the audit, and how they are baked.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/map/off_mesh_link.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_data.h"
#include "core/zones/zone_view.h"
#include "tests/support/quake_map.h"

namespace waystone {

// Boxes of 1 m touch: that far from the middle of an item a player picks it up.
inline constexpr double kTouch_m = 1.0;
inline constexpr double kTouchHeight_m = 1.5;

struct Level {
  const char* name;
  const char* start_class;          // where players enter
  size_t pickups;                   // items and weapons
  size_t returning;                 // of them, from where one gets back
  std::vector<std::string> missed;  // that cannot be reached
};

const std::vector<Level>& Levels();

// Everything is relative to the source's own origin.
struct Baked {
  NavmeshData data;
  std::vector<OffMeshLink> source_links;
  LinkData links;
  ZoneData zones;
};

std::vector<Vec3> StartsOf(const std::vector<QuakeEntity>& entities, const std::string& classname);

// BASE.obj with all its links; zones for all abilities, entered at `starts`.
Baked Bake(const std::string& base, const std::vector<QuakeEntity>& entities,
           const std::vector<Vec3>& starts);

}  // namespace waystone
