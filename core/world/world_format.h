// A world as stored in its file: maps, the portals between them, the costs of walking from every arrival to
// every exit, and labels over the portals. docs/worlds.md draws it.
//
// A portal leads from its trigger, a region of one map, to its arrival, a place of another map or of the same
// one. The portals of a map are its exits, and are consecutive; so are the arrivals of a map. The nodes of
// the graph of portals are the portals themselves: being at node p means standing at the arrival of p, after
// using it. From there, an exit q of that map costs the walk from the arrival to q, plus q's own cost.
//
// Everything that depends on walking is stored once for each traveller; costs and paths also for each
// WorldMode.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/base/ids.h"
#include "core/geom/vec.h"
#include "core/grid/cell.h"
#include "waystone/field_limits.h"

namespace waystone {

// A map of a world, by its index in the file.
using WorldMapIndex = StrongId<struct WorldMapIndexTag>;
// A portal of a world, by its index in the file.
using PortalId = StrongId<struct PortalIdTag>;
// A portal as the hub of labels, by its rank: the most important one is 0.
using PortalHubId = StrongId<struct PortalHubIdTag>;
// An arrival of a world, by its index in the file.
using ArrivalId = StrongId<struct ArrivalIdTag>;
// An exit or an arrival of one map, by its place among the exits or the arrivals of that map.
using MapExitId = StrongId<struct MapExitIdTag>;
using MapArrivalId = StrongId<struct MapArrivalIdTag>;
// Who walks: an agent of the maps, and the links that it may use. By its index in the file.
using TravellerId = StrongId<struct TravellerIdTag>;
// Bit k: traveller k.
using TravellerSet = uint32_t;
inline constexpr uint32_t kMaxTravellers = 32;

// How walk-in portals behave.
enum class WorldMode : uint32_t {
  kMayUse = 0,  // a portal may be used from any place of its trigger, and need not be
  // Walking into a trigger always teleports: a path over a map keeps off all triggers of walk-in portals
  // except the one it goes to. A trigger in which it starts does not act until it is entered again.
  kWalkInTeleports = 1,
};
inline constexpr uint32_t kWorldModes = 2;

enum class PortalKind : uint32_t {
  kWalkIn = 1,
  kUse = 2,   // stand in the trigger and use it
  kNpc = 3,   // talk to somebody
  kShip = 4,  // board
};

// Offset of a text in the world's texts; each is ended by NUL, and 0 is the empty text.
using TextOffset = uint32_t;

// The meaning of walks: from 2 on, walks over meshes end where they enter a trigger; from 3 on, each
// traveller has its own.
inline constexpr uint32_t kWorldVersion = 3;
// The same, with a hierarchy of portals in place of their labels (portal_climb.h).
inline constexpr uint32_t kWorldHierarchyVersion = 4;

struct WorldHeader {
  uint32_t map_count;
  uint32_t portal_count;
  uint32_t arrival_count;
  uint32_t text_bytes;
  uint64_t cost_count;  // of one traveller and mode
  // Sum over all travellers.
  uint64_t path_bytes;
  uint64_t out_label_count[kWorldModes];
  uint64_t in_label_count[kWorldModes];
  TextOffset name;
  uint32_t version = kWorldVersion;  // or kWorldHierarchyVersion
  uint32_t traveller_count;          // 1 to kMaxTravellers
  uint32_t ability_count;            // known abilities: those that some link of the world's maps needs
  TextOffset first_agent;            // the name of every map's first agent; empty: they differ
  uint32_t reserved[11];             // zero
};
static_assert(sizeof(WorldHeader) == 128 && std::is_trivially_copyable_v<WorldHeader>);

struct WorldMap {
  uint8_t generation[16];    // content hash of the package that the tables were made of
  uint8_t portals_hash[16];  // of the exits and arrivals that the tables were made of
  double origin[3];          // [m] of the map
  uint64_t package_bytes;
  uint64_t first_cost;  // start of its block of costs: arrival_count rows of exit_count costs
  TextOffset map_id;
  uint32_t surface;  // SurfaceKind
  uint32_t first_exit;
  uint32_t exit_count;
  uint32_t first_arrival;
  uint32_t arrival_count;
  // Grids only, as in GridHeader; otherwise 0.
  uint32_t columns;
  uint32_t rows;
  // The same, and of volumes with the same voxels for all agents: the side of a voxel and the corner; otherwise 0.
  double cell_size_m;
  double corner_x_m;
  double height_m;
  double corner_z_m;
  uint32_t has_closed_doors;  // 1: some door is closed unless a request opens it
  uint32_t reserved;          // zero

  PortalId PortalOf(MapExitId exit) const { return PortalId(first_exit + exit.value()); }
  // REQUIRES (both): of this map.
  MapExitId ExitOf(PortalId portal) const { return MapExitId(portal.value() - first_exit); }
  MapArrivalId ArrivalOf(ArrivalId arrival) const { return MapArrivalId(arrival.value() - first_arrival); }
};
static_assert(sizeof(WorldMap) == 144 && std::is_trivially_copyable_v<WorldMap>);

// [bytes] Of a portal's name, ticket, requirement and group, each.
inline constexpr size_t kMaxWorldTextBytes = limits::Ticket::name.max_bytes;

struct WorldPortal {
  double box_min[3];  // [m] absolute: the trigger
  double box_max[3];
  double anchor[3];  // [m] absolute: a place on the ground in the trigger
  double cost_m;     // [m of plain ground, >= 0] added for using it
  double money;      // [currency units, >= 0]
  TextOffset name;
  TextOffset ticket;       // a kind of ticket, of which one is used up; empty: none
  TextOffset requirement;  // what the traveller must meet; empty: nothing
  TextOffset group;        // a path uses at most one portal of a group; empty: none
  WorldMapIndex from_map;
  WorldMapIndex to_map;
  ArrivalId arrival;
  PortalKind kind;
  // Travellers that cannot stand in the trigger or at the arrival: no walk of theirs leads to the portal.
  TravellerSet closed_to;
  uint32_t reserved;  // zero
};
static_assert(sizeof(WorldPortal) == 128 && std::is_trivially_copyable_v<WorldPortal>);

// WorldArrival::node if the traveller cannot stand there.
inline constexpr uint32_t kNoGround = UINT32_MAX;

// An arrival of one traveller: surfaces differ by agent. All travellers have the same arrivals of the same
// maps.
struct WorldArrival {
  double place[3];  // [m] absolute, on the surface
  WorldMapIndex map;
  uint32_t node;  // grids: id of the cell; otherwise the polygon
};
static_assert(sizeof(WorldArrival) == 32 && std::is_trivially_copyable_v<WorldArrival>);

struct WorldTraveller {
  TextOffset agent;        // empty: each map's first
  uint32_t first_ability;  // of its abilities, which follow the known ones
  uint32_t ability_count;
  uint32_t reserved;  // zero
};
static_assert(sizeof(WorldTraveller) == 16 && std::is_trivially_copyable_v<WorldTraveller>);

// A place that has a name (S4.8).
struct WorldPlace {
  double place[3];  // [m] absolute
  WorldMapIndex map;
  TextOffset name;
};
static_assert(sizeof(WorldPlace) == 32 && std::is_trivially_copyable_v<WorldPlace>);

// An entry of a portal's label: a portal on a cheapest path from it (out) or to it (in). Of a hierarchy: an arc that climbs
// from it (out), or one that descends to it (in).
struct PortalLabel {
  // Entries of a portal ascend by it. Of a hierarchy: the other end, not its rank.
  PortalHubId hub;
  // The portal after this one on the path to the hub, or before it on the path from it. Of a hierarchy: one between the two
  // that was taken out before them, at whose entries the halves stand; UINT32_MAX for a walk.
  uint32_t next;
  double cost_m;  // between them
};
static_assert(sizeof(PortalLabel) == 16 && std::is_trivially_copyable_v<PortalLabel>);

// A place as stored in records.
inline Vec3 ToVec3(const double (&place)[3]) { return {place[0], place[1], place[2]}; }

// [m] absolute middle of a cell. REQUIRES: the map is a grid.
inline Vec3 CellCenter(const WorldMap& map, Cell cell) {
  return ToVec3(map.origin) + Vec3(map.corner_x_m + (cell.column + 0.5) * map.cell_size_m, map.height_m,
                                   map.corner_z_m + (cell.row + 0.5) * map.cell_size_m);
}

// The index of the first cost from an arrival of the map; costs are in the order of its exits.
inline uint64_t FirstCostOf(const WorldMap& map, ArrivalId arrival) {
  return map.first_cost + uint64_t{map.ArrivalOf(arrival).value()} * map.exit_count;
}

}  // namespace waystone
