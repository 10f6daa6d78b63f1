// Moves on maps of waypoints, where what lies between nodes and links is not known.
#pragma once

#include "core/base/scratch.h"
#include "core/navmesh/navmesh_view.h"
#include "core/query/move_query.h"
#include "core/store/map_view.h"

namespace waystone {

// The node from which an agent goes on that has come to a place (WaypointRole::kArrive): the place's own, but
// on a link that leads one way the node that it leads to.
PolyId GoesOnFrom(const MapView& map, const NavLocation& place);

// Whether an agent may come from one place to another by the rule: straight on along a link, or as the zones
// have it. Both as WaypointRole::kArrive. REQUIRES: map.waypoints. O(links of a node).
bool MayComeByWaypoints(const MapView& map, MoveRule rule, const NavLocation& from, const NavLocation& to,
                        Scratch& scratch);

}  // namespace waystone
