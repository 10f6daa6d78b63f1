// What a world keeps of one map: where its portals lie on it, and what walking between them costs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/portals/portal_specs.h"
#include "core/geom/trigger_box.h"
#include "core/store/loaded_map.h"
#include "core/store/loaded_world.h"
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

// The place that a portal leads to, for one traveller.
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
  std::vector<double> costs;                // [m of plain ground]; infinite where no path leads
  std::vector<std::vector<uint8_t>> paths;  // as WorldModeData keeps them

  // A walk over a map that is no grid; without points there is none.
  void Add(const RouteAnswer& walk, const Vec3& origin);
};

using WalksByMode = std::array<WalkTable, kWorldModes>;
// The triggers of exits, map-local.
std::vector<TriggerBox> TriggerBoxesOf(std::span<const MapExit> exits, const Vec3& map_origin,
                                       WorldMode mode);

struct BakedPortals {
  std::vector<WalksByMode> walks;       // by traveller
  std::optional<GridPortalsData> grid;  // of grids
};

// A map of a world as those see it who walk there. Borrowed.
struct WalkedMap {
  const LoadedMap& map;
  std::span<const TravellerSpec> travellers;

  const Vec3& origin() const { return map.manifest().origin; }
  // As each traveller has the map; none where it does not have the agent.
  std::vector<std::optional<MapView>> Views(ZonesNeed need) const;
  // Those whose agent the map has. Nobody else can stand anywhere on it.
  TravellerSet Walkers() const;
};

// Places the portals of maps with one kind of surface and bakes the walks between them. Stateless; any
// thread.
class PortalBaker {
 public:
  virtual ~PortalBaker() = default;

  // What of a trigger lies beyond the map's edges counts for nothing. InvalidArgument if the trigger names
  // cells and the map is no grid.
  virtual absl::StatusOr<PlacedTrigger> PlaceTrigger(const WalkedMap& map, const TriggerSpec& spec) const = 0;
  // By traveller. On a grid all have the same place and node. InvalidArgument with the rule broken: a cell of
  // a map that is no grid, or outside of it.
  virtual absl::StatusOr<MapArrival> PlacePoint(const WalkedMap& map, const PlaceSpec& spec) const = 0;

  // All walks of all travellers between the portals of one map, in both modes; on grids with the trees that
  // queries follow from any cell, if they are to have tables. No walk leads to what is closed to the
  // traveller, or from where it has no ground. What travellers share, surface and links, is baked once. A
  // cell in the triggers of several walk-in portals sets off the first of them. Deterministic. O(cells log
  // cells * portals) on grids. ResourceExhausted where so many triggers overlap on one polygon of a mesh that
  // it cannot be cut along them, or a search over a mesh comes to its limit. REQUIRES: of each trigger and
  // arrival, somebody can stand there; on a grid all who walk there.
  absl::StatusOr<BakedPortals> Bake(const WalkedMap& map, std::span<const MapExit> exits,
                                    std::span<const MapArrival> arrivals, bool has_tables) const;

  // [bytes] What the step tables of a map with so many exits and arrivals take, equal ones counted each; 0
  // where there are none.
  virtual uint64_t StepTableBytesOf(const LoadedMap&, size_t /*exits*/, size_t /*arrivals*/) const {
    return 0;
  }
  // Adds to a world's record of the map what only maps of this kind have.
  virtual void Describe(const LoadedMap&, WorldMap&) const {}
  // What a world made before keeps of the map besides walks, if anything. Errors as PackageReader.
  virtual absl::StatusOr<std::optional<GridPortals::Arrays>> TakeOver(const LoadedWorld&,
                                                                      WorldMapIndex /*map*/) const {
    return std::nullopt;
  }

 private:
  // The same, but walks may lead from and to anywhere.
  virtual absl::StatusOr<BakedPortals> BakeAll(const WalkedMap& map, std::span<const MapExit> exits,
                                               std::span<const MapArrival> arrivals,
                                               bool has_tables) const = 0;
};

TravellerSet SetOf(size_t traveller);
// The arrivals as one traveller has them.
std::vector<PlacedPoint> ArrivalsOf(std::span<const MapArrival> arrivals, size_t traveller);

}  // namespace waystone
