// The portals of one map, and what walks between them cost.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/geom/aabb.h"
#include "core/geom/trigger_box.h"
#include "core/geom/vec.h"
#include "core/surface/route_query.h"
#include "core/world/world_format.h"

namespace waystone {

// A trigger as a map has it.
struct PlacedTrigger {
  Aabb box;                     // [m] absolute
  std::vector<uint32_t> cells;  // of a grid: its free cells with their middle in the box, ascending
  Vec3 anchor;                  // [m] absolute: a place on the ground in it, of the first who can stand there
  TravellerSet standing = 0;    // those who can stand in it
};

// Likewise a place, as one traveller has it.
struct PlacedPoint {
  Vec3 place;         // [m] absolute, on the ground
  uint32_t node = 0;  // WorldArrival::node
  bool has_ground = false;

  friend bool operator==(const PlacedPoint&, const PlacedPoint&) = default;
};

// A portal of the map.
struct MapExit {
  PlacedTrigger trigger;
  bool is_walk_in = false;
  TravellerSet closed_to = 0;  // WorldPortal::closed_to
  std::string name;            // for messages
};

// An arrival of the map, by traveller.
using MapArrival = std::vector<PlacedPoint>;

// Walks from arrival i to exit j stand at i * exits + j.
struct WalkTable {
  std::vector<double> costs;                // [m of plain ground]; infinite where no way leads
  std::vector<std::vector<uint8_t>> paths;  // as WorldModeData keeps them

  // A walk over a map that is no grid; without points there is none.
  void Add(const RouteAnswer& walk, const Vec3& origin);
};

using WalksByMode = std::array<WalkTable, kWorldModes>;

// The triggers of exits, map-local.
std::vector<TriggerBox> TriggerBoxesOf(std::span<const MapExit> exits, const Vec3& map_origin,
                                       WorldMode mode);

}  // namespace waystone
