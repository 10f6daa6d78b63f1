// world_walks.h on maps that are grids.
#pragma once

#include "core/query/world_walks.h"

namespace waystone {

void FindGridHeads(const WorldGround& ground, const NavLocation& start, Workspace& workspace,
                   std::vector<PortalHead>& heads);
void FindGridTails(const WorldGround& ground, const NavLocation& end, uint32_t goal, Workspace& workspace,
                   std::vector<PortalTail>& tails);
RouteAnswer WalkToGridPortal(const WorldGround& ground, const NavLocation& start, PortalId exit,
                             const RouteQuery& query, Workspace& workspace);
RouteAnswer WalkFromGridPortal(const WorldGround& ground, PortalId portal, const NavLocation& end,
                               const RouteQuery& query, Workspace& workspace);
// REQUIRES: the query's start and its only goal are on the surface.
RouteAnswer WalkDirectlyOnGrid(const WorldGround& ground, const NavLocation& start, const NavLocation& goal,
                               const RouteQuery& query, double below_cost_m, Workspace& workspace);

}  // namespace waystone
