#include "core/query/world_walks.h"

#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/grid/grid_path.h"
#include "core/query/grid_ground.h"
#include "core/query/grid_world_walks.h"
#include "core/query/mesh_world_walks.h"
#include "core/query/stored_walk.h"
#include "core/query/waypoint_world_walks.h"

namespace waystone {

WalkToPlace WorldWalks::Tell(const TriggerWalk& walk) {
  const PortalId sets_off =
      walk.box.has_value() ? PortalId(ground_.record().first_exit + *walk.box) : PortalId::None();
  return {AnswerOf(ground_.view, walk.route, ground_.query->shape, scratch_), sets_off};
}

absl::StatusOr<std::unique_ptr<WorldWalks>> MakeWorldWalks(const WorldGround& ground, Scratch& scratch) {
  if (ground.view.waypoints != nullptr) return std::make_unique<WaypointWorldWalks>(ground, scratch);
  if (ground.view.grid == nullptr) return std::make_unique<MeshWorldWalks>(ground, scratch);
  const Scratch::Lease<GridGroundCache> grounds = scratch.Borrow<GridGroundCache>();
  WS_ASSIGN_OR_RETURN(const GridGround cells, grounds->GroundOf(*ground.view.grid, {}));
  return std::make_unique<GridWorldWalks>(ground, cells, scratch);
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

}  // namespace waystone
