// What a world keeps of one map: where its portals lie on it, and what walking between them costs.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/world/portal_spec.h"
#include "bake/world/portal_walks.h"
#include "bake/world/traveller_spec.h"
#include "core/store/loaded_map.h"
#include "core/surface/route_query.h"
#include "core/world/grid_portals.h"
#include "core/world/world_format.h"

namespace waystone {

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
