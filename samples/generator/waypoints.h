// A patrol route through the sample town, as nodes and directed links.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/geom/vec.h"
#include "samples/generator/town_layout.h"

namespace waystone::samples {

// Flags of a node, added up.
inline constexpr uint32_t kWaypointNarrow = 1;   // no room to pass each other
inline constexpr uint32_t kWaypointLadder = 2;   // an end of a ladder
inline constexpr uint32_t kWaypointLookout = 4;  // stay a while

struct Waypoint {
  Vec3 point;           // at the feet
  double radius_m = 0;  // how far from it an agent may be and still have reached it
  uint32_t flags = 0;
};

enum class LinkKind : uint8_t { kWalk, kJump, kLadder };

struct WaypointLink {
  uint32_t from = 0;
  uint32_t to = 0;
  LinkKind kind = LinkKind::kWalk;
};

struct PatrolRoute {
  std::vector<Waypoint> nodes;
  std::vector<WaypointLink> links;  // directed, sorted by (from, to)
};

PatrolRoute BuildPatrol(const TownLayout& layout);

// id,x,y,z,radius,flags,flag_names
std::string NodesText(const PatrolRoute& route);
// from,to,length,jump,ladder
std::string LinksText(const PatrolRoute& route);

}  // namespace waystone::samples
