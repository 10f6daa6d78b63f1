// Passages that are not walked: jumps, drops, ladders, teleporters, as a source or an importer names them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/geom/vec.h"

namespace waystone {

enum class LinkKind : uint8_t {
  kWalk = 1,
  kJump = 2,
  kDrop = 3,
  kClimb = 4,
  kLadder = 5,
  kTeleport = 6,
  kSwim = 7,
  kFly = 8,
};
inline constexpr uint8_t kLinkKindCount = 8;

// One link of a source. Config fields carry [unit, range, default].
struct OffMeshLink {
  LinkKind kind = LinkKind::kWalk;
  Vec3 start;                          // [m, absolute] in the map's axes, y up
  Vec3 end;                            // [m, absolute]
  bool two_way = false;                // also from end to start
  double radius_m = 0.5;               // [m, 0-100, 0.5] ends are brought onto the surface within this
  double cost_m = -1;                  // [m of plain ground, 0-1e6; -1 = the straight 3D length]
  std::vector<std::string> abilities;  // all are needed
  std::string external_id;             // the source's own name, may be empty
  // External ids of the polygons that the ends lie on, if the source knows them: each end is then moved onto
  // that polygon, however far. Without them: onto the nearest surface within radius_m.
  std::optional<uint32_t> start_polygon;
  std::optional<uint32_t> end_polygon;
  std::vector<std::string> agents;  // names of the profiles it is for; empty: all
  std::string place;                // where it was read, for messages: "town.links.csv:7"; may be empty
};

}  // namespace waystone
