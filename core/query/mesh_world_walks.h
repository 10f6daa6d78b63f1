// Walks to and from portals on meshes.
#pragma once

#include "core/query/world_walks.h"

namespace waystone {

// What world_walks.h says of one map that is a mesh.
absl::StatusOr<RouteReason> FindMeshHeads(const WorldGround& ground, const NavLocation& start,
                                          Workspace& workspace, std::vector<PortalHead>& heads);
absl::StatusOr<RouteReason> FindMeshTails(const WorldGround& ground, const NavLocation& end, uint32_t goal,
                                          Workspace& workspace, std::vector<PortalTail>& tails);
// REQUIRES: FindMeshHeads was the last to use workspace.trigger_entries, from the same start.
absl::StatusOr<RouteAnswer> WalkToMeshPortal(const WorldGround& ground, const NavLocation& start,
                                             PortalId exit, Workspace& workspace);
absl::StatusOr<WalkToPlace> WalkFromMeshPortal(const WorldGround& ground, PortalId portal,
                                               const NavLocation& end, Workspace& workspace);
absl::StatusOr<WalkToPlace> WalkDirectlyOverMesh(const WorldGround& ground, const NavLocation& start,
                                                 const NavLocation& goal, Workspace& workspace);

}  // namespace waystone
