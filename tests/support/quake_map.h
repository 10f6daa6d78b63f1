// Quake levels for tests: the entities of a map, and the links that its teleporters, lifts and trains make.
#pragma once

#include <string>
#include <vector>

#include "core/geom/aabb.h"
#include "core/map/off_mesh_link.h"

namespace waystone {

// A player's origin lies this far above its feet.
inline constexpr double kPlayerFeet_m = 0.75;

struct QuakeEntity {
  std::string classname;
  Vec3 at;   // [m]
  Aabb box;  // [m] of brush entities; empty for points
  std::string target;
  std::string target_name;
  int spawn_flags = 0;
  int angle = 0;  // [degrees]; -1 = up, -2 = down
};

// The rows of a NAME.entities.csv. Aborts on what is not such a file.
std::vector<QuakeEntity> ReadQuakeEntities(const std::string& path);

// Where a player stands who picks up the item: the middle of its box, at its floor. The origin of ammunition
// and health is a corner of the box, that of all others its middle.
Vec3 PickupPlace(const QuakeEntity& item);

// Items and weapons.
bool IsPickup(const QuakeEntity& entity);

// One-way teleports, and two-way links of kind walk across and between the stops of every lift, train and
// sliding floor: from each spot around its top to every other. Most spots are in the air or in a wall; a link
// between such is left out when links are packed.
std::vector<OffMeshLink> QuakeLinks(const std::vector<QuakeEntity>& entities);

}  // namespace waystone
