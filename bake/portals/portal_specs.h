// Where portals of a world are to lie, and for whom, as its manifest says.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/geom/aabb.h"
#include "core/geom/vec.h"
#include "core/world/world_format.h"

namespace waystone {

inline constexpr size_t kMaxWorldPortals = 1'000'000;
// [bytes] Of a manifest, and of a table of portals.
inline constexpr size_t kMaxWorldManifestBytes = size_t{64} << 20;

// A place of a map: a point, or the middle of a cell of a grid.
struct PlaceSpec {
  std::string map_id;
  Vec3 point;                                  // [m]
  std::optional<std::array<int64_t, 2>> cell;  // column, row: counts instead of the point
};

// What sets a portal off: a box, or a rectangle of cells of a grid.
struct TriggerSpec {
  std::string map_id;
  Aabb box;  // [m]
  // First column, first row, last column, last row; what lies beyond the grid's edges counts for nothing.
  std::optional<std::array<int64_t, 4>> cells;
};

struct PortalSpec {
  std::string name;  // unique in the world, 1-128 bytes of text
  TriggerSpec trigger;
  PlaceSpec to;
  PortalKind kind = PortalKind::kWalkIn;
  double cost_m = 0;   // [m of plain ground]
  double money = 0;    // [currency units]
  std::string ticket;  // as the two below: at most 128 bytes of text; empty: none
  std::string requirement;
  std::string group;
  std::string place;  // of the manifest, for messages
};

// Who walks between the portals.
struct TravellerSpec {
  std::string agent;  // of the maps, at most 64 bytes of text; empty: each map's first
  std::vector<std::string>
      abilities;      // kinds of links it may use, at most 64, 1-64 bytes of text each; by name
  std::string place;  // of the manifest, for messages
};

// For messages: agent "ogre" with "climb, jump", or the first agents.
std::string NameOf(const TravellerSpec& traveller);

}  // namespace waystone
