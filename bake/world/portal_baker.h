// What a world keeps of one map: where its portals lie on it, and what walking between them costs.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/world/world_manifest.h"
#include "core/geom/trigger_box.h"
#include "core/store/loaded_map.h"
#include "core/surface/route_query.h"
#include "core/world/grid_portals.h"
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

// Those whose agent the map has. Nobody else can stand anywhere on it.
TravellerSet WalkersOf(const LoadedMap& map, std::span<const TravellerSpec> travellers);

// What of a trigger lies beyond the map's edges counts for nothing. InvalidArgument if the trigger names
// cells and the map is no grid.
absl::StatusOr<PlacedTrigger> PlaceTrigger(const LoadedMap& map, const TriggerSpec& spec,
                                           std::span<const TravellerSpec> travellers);
// By traveller. On a grid all have the same place and node. InvalidArgument with the rule broken: a cell of a
// map that is no grid, or outside of it.
absl::StatusOr<std::vector<PlacedPoint>> PlacePoint(const LoadedMap& map, const PlaceSpec& spec,
                                                    std::span<const TravellerSpec> travellers);

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

struct BakedPortals {
  std::vector<WalksByMode> walks;  // by traveller
  GridPortalsData grid;            // of grids
};

// [bytes] What the step tables of a grid with so many exits and arrivals take, equal ones counted each; 0 for
// other maps.
uint64_t StepTableBytesOf(const LoadedMap& map, size_t exits, size_t arrivals);

// All walks of all travellers between the portals of one map, in both modes; on grids with the trees that
// queries follow from any cell, if they are to have tables. No walk leads to what is closed to the traveller,
// or from where it has no ground. What travellers share, surface and links, is baked once. A cell in the
// triggers of several walk-in portals sets off the first of them. Deterministic. O(cells log cells * portals)
// on grids. ResourceExhausted where so many triggers overlap on one polygon of a mesh that it cannot be cut
// along them, or a search over a mesh comes to its limit. REQUIRES: of each trigger and arrival, somebody can
// stand there; on a grid all who walk there.
absl::StatusOr<BakedPortals> BakePortals(const LoadedMap& map, std::span<const TravellerSpec> travellers,
                                         std::span<const MapExit> exits, std::span<const MapArrival> arrivals,
                                         bool has_tables);

}  // namespace waystone
