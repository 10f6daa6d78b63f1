// Walks to and from portals on maps of waypoints.
#pragma once

#include "core/query/world_walks.h"

namespace waystone {

// What world_walks.h says of one map of waypoints: ways are the cheapest, in both modes. A search for each
// exit or arrival.
absl::StatusOr<RouteReason> FindWaypointHeads(const WorldGround& ground, const NavLocation& start,
                                              Workspace& workspace, std::vector<PortalHead>& heads);
absl::StatusOr<RouteReason> FindWaypointTails(const WorldGround& ground, const NavLocation& end,
                                              uint32_t goal, Workspace& workspace,
                                              std::vector<PortalTail>& tails);
absl::StatusOr<RouteAnswer> WalkToWaypointPortal(const WorldGround& ground, const NavLocation& start,
                                                 PortalId exit, Workspace& workspace);
absl::StatusOr<WalkToPlace> WalkFromWaypointPortal(const WorldGround& ground, PortalId portal,
                                                   const NavLocation& end, Workspace& workspace);
absl::StatusOr<WalkToPlace> WalkDirectlyOverWaypoints(const WorldGround& ground, const NavLocation& start,
                                                      const NavLocation& goal, Workspace& workspace);

}  // namespace waystone
