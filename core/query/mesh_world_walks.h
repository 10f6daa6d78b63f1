// Walks to and from portals on maps whose surface is made of polygons: meshes, and waypoints.
#pragma once

#include "core/query/world_walks.h"

namespace waystone {

// FindHeads, FindTails. Triggers are reached at their anchors.
absl::StatusOr<RouteReason> FindMeshHeads(const WorldGround& ground, const NavLocation& start,
                                          Workspace& workspace, std::vector<PortalHead>& heads);
absl::StatusOr<RouteReason> FindMeshTails(const WorldGround& ground, const NavLocation& end, uint32_t goal,
                                          Workspace& workspace, std::vector<PortalTail>& tails);
// From place to place, absolute, as PlanRoute walks.
absl::StatusOr<RouteAnswer> WalkOverMesh(const WorldGround& ground, const Vec3& start, const Vec3& end,
                                         Workspace& workspace);

}  // namespace waystone
