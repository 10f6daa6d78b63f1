#include "core/query/world_walks.h"

#include <cmath>

#include "core/base/quoted.h"
#include "core/base/str_cat.h"
#include "core/query/grid_world_walks.h"
#include "core/query/mesh_world_walks.h"
#include "core/query/stored_walk.h"
#include "core/query/waypoint_world_walks.h"

namespace waystone {
namespace {

// To rounding: no farther from its middle than a cell is wide.
bool ArrivesInItsCell(const WorldGround& ground, PortalId portal) {
  const WorldArrival& arrival = ground.ArrivalOf(portal);
  const GridView& grid = *ground.view.grid;
  const Vec3 off =
      ToVec3(arrival.place) - ground.view.manifest->origin - grid.CenterOf(grid.CellOf(arrival.node));
  return std::abs(off.x) <= grid.header().cell_size_m && std::abs(off.z) <= grid.header().cell_size_m;
}

}  // namespace

absl::StatusOr<RouteReason> FindHeads(const WorldGround& ground, const NavLocation& start,
                                      const WalkBounds& bounds, Workspace& workspace,
                                      std::vector<PortalHead>& heads) {
  if (ground.view.waypoints != nullptr) return FindWaypointHeads(ground, start, workspace, heads);
  if (ground.view.grid == nullptr) return FindMeshHeads(ground, start, workspace, heads);
  return GridWalker(ground, workspace).FindHeads(start, bounds, heads);
}

absl::StatusOr<RouteReason> FindTails(const WorldGround& ground, const NavLocation& end, uint32_t goal,
                                      const WalkBounds& bounds, Workspace& workspace,
                                      std::vector<PortalTail>& tails) {
  if (ground.view.waypoints != nullptr) return FindWaypointTails(ground, end, goal, workspace, tails);
  if (ground.view.grid == nullptr) return FindMeshTails(ground, end, goal, workspace, tails);
  return GridWalker(ground, workspace).FindTails(end, goal, bounds, tails);
}

WalkToPlace TellWalk(const WorldGround& ground, const TriggerWalk& walk, Workspace& workspace) {
  const PortalId sets_off =
      walk.box.has_value() ? PortalId(ground.record().first_exit + *walk.box) : PortalId::None();
  return {AnswerOf(ground.view, walk.route, ground.query->shape, ground.query->deadline, workspace),
          sets_off};
}

absl::StatusOr<RouteAnswer> WalkToPortal(const WorldGround& ground, const NavLocation& start, PortalId exit,
                                         Workspace& workspace) {
  if (ground.view.waypoints != nullptr) return WalkToWaypointPortal(ground, start, exit, workspace);
  if (ground.view.grid != nullptr) return GridWalker(ground, workspace).WalkToPortal(start, exit);
  return WalkToMeshPortal(ground, start, exit, workspace);
}

absl::StatusOr<WalkToPlace> WalkFromPortal(const WorldGround& ground, PortalId portal, const NavLocation& end,
                                           Workspace& workspace) {
  if (ground.view.grid != nullptr) {
    if (!ArrivesInItsCell(ground, portal)) {
      return absl::DataLossError(StrCat("world file: portal ", Quoted(ground.world->NameOf(portal)),
                                        " arrives outside of the cell that it leads to"));
    }
    return GridWalker(ground, workspace).WalkFromPortal(portal, end);
  }
  if (ground.view.waypoints != nullptr) return WalkFromWaypointPortal(ground, portal, end, workspace);
  return WalkFromMeshPortal(ground, portal, end, workspace);
}

absl::StatusOr<RouteAnswer> WalkBetweenPortals(const WorldView& world, PortalId portal, PortalId exit,
                                               TravellerId traveller, WorldMode mode) {
  const uint32_t arrival = world.Portal(portal).arrival;
  const WorldMap& map = world.maps()[world.Portal(portal).to_map];
  RouteAnswer walk;
  const uint32_t node = world.ArrivalOf(portal, traveller).node;
  if (!DecodeWalk(world.WalkPath(arrival, exit, traveller, mode), map, node, walk)) {
    return absl::DataLossError(StrCat("world file: the stored walk from portal ",
                                      Quoted(world.NameOf(portal)), " to portal ", Quoted(world.NameOf(exit)),
                                      " is damaged"));
  }
  walk.status = RouteStatus::kComplete;
  walk.cost_m = world.WalkCost(arrival, exit, traveller, mode);
  if (walk.legs.size() == 1) walk.legs[0].cost_m = walk.cost_m;
  return walk;
}

absl::StatusOr<WalkToPlace> WalkDirectly(const WorldGround& ground, const NavLocation& start,
                                         const NavLocation& goal, double below_cost_m, Workspace& workspace) {
  if (ground.view.grid != nullptr)
    return GridWalker(ground, workspace).WalkDirectly(start, goal, below_cost_m);
  if (ground.view.waypoints != nullptr) return WalkDirectlyOverWaypoints(ground, start, goal, workspace);
  return WalkDirectlyOverMesh(ground, start, goal, workspace);
}

}  // namespace waystone
