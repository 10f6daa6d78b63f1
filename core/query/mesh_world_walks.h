// world_walks.h on maps whose surface is made of polygons: meshes, and waypoints.
#pragma once

#include "core/query/world_walks.h"

namespace waystone {

void FindMeshHeads(const WorldGround& ground, const NavLocation& start, Workspace& workspace,
                   std::vector<PortalHead>& heads);
void FindMeshTails(const WorldGround& ground, const NavLocation& end, uint32_t goal, Workspace& workspace,
                   std::vector<PortalTail>& tails);
// From place to place, absolute, as PlanRoute walks.
RouteAnswer WalkOverMesh(const WorldGround& ground, const Vec3& start, const Vec3& end,
                         const RouteQuery& query, Workspace& workspace);

}  // namespace waystone
