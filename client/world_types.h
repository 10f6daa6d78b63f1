// Routes over the maps of a world (docs/worlds.md): what a traveller may do at portals, and what a route
// tells of them. Units and limits are those of proto/waystone/v1.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "client/request_types.h"

namespace waystone::client {

enum class PortalMode : int {
  kMayUse = 1,           // a portal may be used from any place of its trigger, and need not be
  kWalkInTeleports = 2,  // walking into a trigger always teleports
  kNone = 3,             // stay on the start's map
};

enum class PortalKind : int { kWalkIn = 1, kUse = 2, kNpc = 3, kShip = 4 };

// Tickets of one kind.
struct Ticket {
  std::string name;    // in the world manifest
  uint32_t count = 1;  // [tickets, 0-1,000,000]
};

// What portals do, and what the traveller has for them.
struct PortalOptions {
  PortalMode mode = PortalMode::kMayUse;
  double money = 0;                                // [currency units, 0-1e12, 0] to spend on the way
  std::vector<Ticket> tickets = {};                // at most 256
  std::vector<std::string> met_requirements = {};  // at most 256
  uint32_t max_portals = 0;                        // [portals, 0-10,000, 0 = no limit]
  double penalty_m = 0;                            // [m, 0-1e6, 0] added to the cost of every use
};

// What differs from the baked world between its maps.
struct WorldChanges {
  std::vector<std::string> closed_portals = {};  // by the names of the world manifest; at most 10,000
  std::vector<std::string> excluded_maps = {};   // not to be entered; at most 10,000

  bool IsEmpty() const { return closed_portals.empty() && excluded_maps.empty(); }
};

// What the traveller does at a portal.
struct PortalUse {
  PortalKind kind = PortalKind::kWalkIn;
  uint32_t to_map_index = 0;     // into RouteAnswer::maps and Route::points
  double money = 0;              // [currency units] what it costs
  std::string ticket = {};       // the kind used up; empty: none
  std::string requirement = {};  // that was met; empty: none
};

struct WorldMap {
  std::string map_id;
  bool loaded = false;  // the package is there, and the one that the world was baked with
};

struct WorldPortal {
  std::string name;
  Position from;    // a point of its trigger
  Position to;      // where it leads
  double cost = 0;  // [m of plain ground]
  PortalKind kind = PortalKind::kWalkIn;
  double money = 0;              // [currency units] what it costs
  std::string ticket = {};       // the kind it uses up; empty: none
  std::string requirement = {};  // that must be met; empty: none
};

struct NamedPlace {
  std::string name;
  Position at;
};

// Somebody whom routes over its maps are baked for.
struct WorldTraveller {
  std::string profile = {};                 // empty: each map's first agent
  std::vector<std::string> abilities = {};  // of those that some link of the world needs
};

// The world as one server knows it.
struct WorldDescription {
  std::string generation = {};  // content hash, hexadecimal
  std::vector<WorldMap> maps = {};
  std::vector<WorldPortal> portals = {};
  std::vector<NamedPlace> places = {};
  std::vector<WorldTraveller> travellers = {};
};

// What to do at a portal, as words before its name: "walk into", "use", "talk at", "board"; "take" for kinds
// that have no name here.
std::string PortalVerb(PortalKind kind);
// The API's name of a value, as those of types.h.
std::string EnumName(PortalMode value);
std::string EnumName(PortalKind value);

}  // namespace waystone::client
