// Walks between places of one map and its portals, on maps of any kind.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "core/query/trigger_walks.h"
#include "core/query/workspace.h"
#include "core/query/world_query.h"
#include "core/store/world_store.h"

namespace waystone {

// One map of a world as one query has it. Cheaply copied; what it points to must outlive it.
struct WorldGround {
  const WorldView* world = nullptr;
  uint32_t map = 0;
  MapView view;
  GridGround cells;                      // of grids, as baked
  const GridPortals* portals = nullptr;  // of grids
  const OpenedMap* entry = nullptr;
  const WorldRouteQuery* query = nullptr;

  const WorldMap& record() const { return world->maps()[map]; }
  // Of the map.
  std::span<const WorldPortal> Exits() const {
    return world->portals().subspan(record().first_exit, record().exit_count);
  }
  const WorldArrival& ArrivalOf(PortalId portal) const { return world->ArrivalOf(portal, query->traveller); }
  // Those of the map.
  std::span<const WorldArrival> Arrivals() const {
    return world->arrivals(query->traveller).subspan(record().first_arrival, record().arrival_count);
  }
};

// How far it is worth walking. [m]
struct WalkBounds {
  // Walks that cost as much or more need not be found.
  double below_cost_m = std::numeric_limits<double>::infinity();
  // The least that is left behind each exit of the map, or up to each arrival; empty: not known. Walks that
  // all in all cost more than another one need not be found.
  std::span<const double> beyond_m = {};
};

// What walking costs from a place to the exits of its map, and from the arrivals of portals that lead to a
// map to a place of it; those that cannot be walked to are left out, and those that the
// bounds call worthless may be. In the order of the portals. kNone, or
// the limit that ended the search before all were found. REQUIRES: the place is one of the map's surface
// (Snap). On grids O(steps) for each portal, or a search over the map where it has no step tables; elsewhere
// heads are FindTriggerEntries, tails MeasureDistances, or a search each where they keep off triggers; on
// waypoints both are a search each.
absl::StatusOr<RouteReason> FindHeads(const WorldGround& ground, const NavLocation& start,
                                      const WalkBounds& bounds, Workspace& workspace,
                                      std::vector<PortalHead>& heads);
absl::StatusOr<RouteReason> FindTails(const WorldGround& ground, const NavLocation& end, uint32_t goal,
                                      const WalkBounds& bounds, Workspace& workspace,
                                      std::vector<PortalTail>& tails);

// A walk to a place. Where walk-in portals teleport it may end in a trigger, and come into it at its end
// only: on grids by its last step, elsewhere once.
struct WalkToPlace {
  RouteAnswer walk;
  PortalId sets_off;  // whose trigger it comes into; none: none, or the place lies where the walk began
};

// Boxes are the triggers of the map's exits.
WalkToPlace TellWalk(const WorldGround& ground, const TriggerWalk& walk, Workspace& workspace);

// The walks themselves, along the way that costs what FindHeads and FindTails say. Not complete only where a
// limit came first. REQUIRES: of WalkToPortal, that FindHeads was called with the same start and workspace
// and not with another one since.
absl::StatusOr<RouteAnswer> WalkToPortal(const WorldGround& ground, const NavLocation& start, PortalId exit,
                                         Workspace& workspace);
absl::StatusOr<WalkToPlace> WalkFromPortal(const WorldGround& ground, PortalId portal, const NavLocation& end,
                                           Workspace& workspace);
// Stored, so that the map need not be there: turning points. DataLoss where the file holds no such walk.
absl::StatusOr<RouteAnswer> WalkBetweenPortals(const WorldView& world, PortalId portal, PortalId exit,
                                               TravellerId traveller, WorldMode mode);

// A walk from place to place over the map alone. One that costs `below_cost_m` or more is of no use.
absl::StatusOr<WalkToPlace> WalkDirectly(const WorldGround& ground, const NavLocation& start,
                                         const NavLocation& goal, double below_cost_m, Workspace& workspace);

}  // namespace waystone
