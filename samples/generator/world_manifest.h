// Three maps joined by portals: the town, a dungeon below its well, and a castle.
#pragma once

#include <string>
#include <vector>

#include "core/geom/aabb.h"
#include "samples/generator/dungeon.h"

namespace waystone::samples {

// How a portal is taken: by walking into its trigger, by an action there, by talking to somebody, by ship.
enum class PortalKind : uint8_t { kWalkIn, kWalkOnUse, kNpc, kShip };

// A one-way passage from a place on one map to a place on another (or the same).
struct Portal {
  std::string id;
  PortalKind kind = PortalKind::kWalkIn;
  std::string from_map;
  Aabb trigger;  // on from_map
  std::string to_map;
  Vec3 arrival;             // on to_map
  double cost_m = 0;        // counted like metres walked
  std::string requirement;  // what the traveller must hold; empty = nothing
};

// The portals of the sample world. REQUIRES: the landmarks of town and castle.
std::vector<Portal> SamplePortals(const std::vector<Landmark>& town, const Dungeon& dungeon,
                                  const std::vector<Landmark>& castle);

// world.yaml: the maps and the portals.
std::string WorldText(const std::vector<Portal>& portals);

}  // namespace waystone::samples
