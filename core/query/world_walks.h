// Walks between places of one map and its portals.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "absl/status/statusor.h"
#include "core/query/route_query.h"
#include "core/query/workspace.h"
#include "core/store/world_store.h"
#include "core/world/portal_search.h"

namespace waystone {

// One map of a world as one query has it. Cheaply copied; what it points to must outlive it.
struct WorldGround {
  const WorldView* world = nullptr;
  uint32_t map = 0;
  const WorldMapEntry* entry = nullptr;
  MapView view;
  WorldMode mode = WorldMode::kMayUse;

  const WorldMap& record() const { return world->maps()[map]; }
};

// What walking costs from a place to the exits of its map, and from the arrivals of portals that lead to a
// map to a place of it; those that cannot be walked to are left out. In the order of the portals. REQUIRES:
// the place is one of the map's surface (Snap). O(steps) for each portal on grids.
void FindHeads(const WorldGround& ground, const NavLocation& start, Workspace& workspace,
               std::vector<PortalHead>& heads);
void FindTails(const WorldGround& ground, const NavLocation& end, uint32_t goal, Workspace& workspace,
               std::vector<PortalTail>& tails);

// The walks themselves. `query` says which points; their status is complete.
RouteAnswer WalkToPortal(const WorldGround& ground, const NavLocation& start, PortalId exit,
                         const RouteQuery& query, Workspace& workspace);
RouteAnswer WalkFromPortal(const WorldGround& ground, PortalId portal, const NavLocation& end,
                           const RouteQuery& query, Workspace& workspace);
// Stored, so that the map need not be there: only turning points. Without points where none are wanted.
RouteAnswer WalkBetweenPortals(const WorldView& world, PortalId portal, PortalId exit, WorldMode mode,
                               bool with_points);

// A walk from place to place over the map alone. One that costs `below_cost_m` or more is of no use. In the
// mode where walk-in portals teleport it keeps off their triggers.
RouteAnswer WalkDirectly(const WorldGround& ground, const NavLocation& start, const NavLocation& goal,
                         const RouteQuery& query, double below_cost_m, Workspace& workspace);

}  // namespace waystone
