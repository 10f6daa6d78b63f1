#include "core/query/waypoint_world_walks.h"

#include <optional>
#include <utility>
#include <vector>

#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/query/waypoint_trigger_walks.h"

namespace waystone {
namespace {

const WaypointTriggers& TriggersOf(const WorldGround& ground) {
  return ground.entry->waypoint_triggers.Of(ground.query->mode, ground.view, ground.Exits());
}

TriggerWalkOptions OptionsOf(const WorldGround& ground) {
  return {.max_expansions = ground.query->max_expansions, .deadline = ground.query->deadline};
}

AnyAngleResult EntryOf(const WorldGround& ground, const NavLocation& start, PortalId exit,
                       Workspace& workspace) {
  return FindWaypointEntry(ground.view, TriggersOf(ground), start, exit.value() - ground.record().first_exit,
                           OptionsOf(ground), workspace);
}

absl::StatusOr<TriggerWalk> WalkFrom(const WorldGround& ground, const WorldArrival& arrival,
                                     const NavLocation& end, Workspace& workspace) {
  const Vec3 place = ToVec3(arrival.place) - ground.view.manifest->origin;
  const std::optional<NavLocation> start = StoredWaypointPlace(ground.view, place, workspace.surface);
  if (!start.has_value()) {
    return absl::DataLossError(StrCat("world file: an arrival on map ",
                                      Quoted(ground.world->MapId(ground.map)), " is not on its waypoints"));
  }
  return FindWaypointWayAround(ground.view, TriggersOf(ground), *start, end, OptionsOf(ground), workspace);
}

}  // namespace

absl::StatusOr<RouteReason> FindWaypointHeads(const WorldGround& ground, const NavLocation& start,
                                              Workspace& workspace, std::vector<PortalHead>& heads) {
  const WorldMap& map = ground.record();
  RouteReason limit = RouteReason::kNone;
  for (uint32_t id = map.first_exit; id < map.first_exit + map.exit_count; ++id) {
    const AnyAngleResult walk = EntryOf(ground, start, PortalId(id), workspace);
    if (limit == RouteReason::kNone) limit = LimitOf(walk.outcome, ground.query->deadline);
    if (walk.outcome == AnyAngleOutcome::kDeadline) return limit;
    if (walk.outcome == AnyAngleOutcome::kFound) heads.push_back({PortalId(id), walk.cost_m});
  }
  return limit;
}

absl::StatusOr<RouteReason> FindWaypointTails(const WorldGround& ground, const NavLocation& end,
                                              uint32_t goal, Workspace& workspace,
                                              std::vector<PortalTail>& tails) {
  const WorldMap& map = ground.record();
  RouteReason limit = RouteReason::kNone;
  std::vector<AnyAngleResult> walks;
  walks.reserve(map.arrival_count);
  for (const WorldArrival& arrival : ground.Arrivals()) {
    if (arrival.node == kNoGround) {
      walks.emplace_back();
      continue;
    }
    WS_ASSIGN_OR_RETURN(TriggerWalk found, WalkFrom(ground, arrival, end, workspace));
    AnyAngleResult& walk = found.route;
    if (limit == RouteReason::kNone) limit = LimitOf(walk.outcome, ground.query->deadline);
    if (walk.outcome == AnyAngleOutcome::kDeadline) return limit;
    walks.push_back(std::move(walk));
  }
  for (const PortalId portal : ground.world->PortalsTo(ground.map)) {
    const AnyAngleResult& walk = walks[ground.world->Portal(portal).arrival - map.first_arrival];
    if (walk.outcome == AnyAngleOutcome::kFound) tails.push_back({portal, walk.cost_m, goal});
  }
  return limit;
}

absl::StatusOr<RouteAnswer> WalkToWaypointPortal(const WorldGround& ground, const NavLocation& start,
                                                 PortalId exit, Workspace& workspace) {
  return TellWalk(ground, {EntryOf(ground, start, exit, workspace), {}}, workspace).walk;
}

absl::StatusOr<WalkToPlace> WalkFromWaypointPortal(const WorldGround& ground, PortalId portal,
                                                   const NavLocation& end, Workspace& workspace) {
  WS_ASSIGN_OR_RETURN(const TriggerWalk walk, WalkFrom(ground, ground.ArrivalOf(portal), end, workspace));
  return TellWalk(ground, walk, workspace);
}

absl::StatusOr<WalkToPlace> WalkDirectlyOverWaypoints(const WorldGround& ground, const NavLocation& start,
                                                      const NavLocation& goal, Workspace& workspace) {
  return TellWalk(
      ground,
      FindWaypointWayAround(ground.view, TriggersOf(ground), start, goal, OptionsOf(ground), workspace),
      workspace);
}

}  // namespace waystone
