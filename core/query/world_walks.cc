#include "core/query/world_walks.h"

#include "core/query/grid_world_walks.h"
#include "core/query/mesh_world_walks.h"
#include "core/query/stored_walk.h"

namespace waystone {
namespace {

Vec3 Place(const double (&place)[3]) { return {place[0], place[1], place[2]}; }

}  // namespace

void FindHeads(const WorldGround& ground, const NavLocation& start, Workspace& workspace,
               std::vector<PortalHead>& heads) {
  if (ground.view.grid != nullptr) return FindGridHeads(ground, start, workspace, heads);
  FindMeshHeads(ground, start, workspace, heads);
}

void FindTails(const WorldGround& ground, const NavLocation& end, uint32_t goal, Workspace& workspace,
               std::vector<PortalTail>& tails) {
  if (ground.view.grid != nullptr) return FindGridTails(ground, end, goal, workspace, tails);
  FindMeshTails(ground, end, goal, workspace, tails);
}

RouteAnswer WalkToPortal(const WorldGround& ground, const NavLocation& start, PortalId exit,
                         const RouteQuery& query, Workspace& workspace) {
  if (ground.view.grid != nullptr) return WalkToGridPortal(ground, start, exit, query, workspace);
  return WalkOverMesh(ground, start.point + ground.view.manifest->origin,
                      Place(ground.world->Portal(exit).anchor), query, workspace);
}

RouteAnswer WalkFromPortal(const WorldGround& ground, PortalId portal, const NavLocation& end,
                           const RouteQuery& query, Workspace& workspace) {
  if (ground.view.grid != nullptr) return WalkFromGridPortal(ground, portal, end, query, workspace);
  return WalkOverMesh(ground, Place(ground.world->ArrivalOf(portal).place),
                      end.point + ground.view.manifest->origin, query, workspace);
}

RouteAnswer WalkBetweenPortals(const WorldView& world, PortalId portal, PortalId exit, WorldMode mode,
                               bool with_points) {
  const uint32_t arrival = world.Portal(portal).arrival;
  RouteAnswer walk;
  const WorldMap& map = world.maps()[world.Portal(portal).to_map];
  if (!DecodeWalk(world.WalkPath(arrival, exit, mode), map, world.ArrivalOf(portal).node, walk)) return {};
  walk.status = RouteStatus::kComplete;
  walk.cost_m = world.WalkCost(arrival, exit, mode);
  if (walk.legs.size() == 1) walk.legs[0].cost_m = walk.cost_m;
  if (with_points) return walk;
  // The ends alone.
  walk.points = {walk.points.front(), walk.points.back()};
  walk.legs.clear();
  return walk;
}

RouteAnswer WalkDirectly(const WorldGround& ground, const NavLocation& start, const NavLocation& goal,
                         const RouteQuery& query, double below_cost_m, Workspace& workspace) {
  if (ground.view.grid != nullptr)
    return WalkDirectlyOnGrid(ground, start, goal, query, below_cost_m, workspace);
  const Vec3& origin = ground.view.manifest->origin;
  return WalkOverMesh(ground, start.point + origin, goal.point + origin, query, workspace);
}

}  // namespace waystone
