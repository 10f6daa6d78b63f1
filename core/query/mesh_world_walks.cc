#include "core/query/mesh_world_walks.h"

#include <algorithm>
#include <utility>

#include "core/base/status_macros.h"
#include "core/query/distance_matrix.h"
#include "core/query/route_planner.h"

namespace waystone {
namespace {

absl::StatusOr<DistanceAnswer> Measure(const WorldGround& ground, std::vector<Vec3> sources,
                                       std::vector<Vec3> targets, Workspace& workspace) {
  DistanceQuery query;
  query.sources = std::move(sources);
  query.targets = std::move(targets);
  query.max_expansions = ground.query->max_expansions;
  query.deadline = ground.query->deadline;
  return MeasureDistances(ground.view, query, workspace);
}

// The limit that kept some distance from being measured.
RouteReason LimitOf(const WorldGround& ground, const DistanceAnswer& walks) {
  const auto& statuses = walks.statuses;
  if (std::find(statuses.begin(), statuses.end(), DistanceStatus::kLimitReached) == statuses.end()) {
    return RouteReason::kNone;
  }
  const Deadline& deadline = ground.query->deadline;
  if (deadline.Cancelled()) return RouteReason::kCancelled;
  return deadline.Expired() ? RouteReason::kDeadline : RouteReason::kExpansionLimit;
}

}  // namespace

absl::StatusOr<RouteReason> FindMeshHeads(const WorldGround& ground, const NavLocation& start,
                                          Workspace& workspace, std::vector<PortalHead>& heads) {
  const WorldMap& map = ground.record();
  if (map.exit_count == 0) return RouteReason::kNone;
  std::vector<Vec3> anchors;
  for (const WorldPortal& portal : ground.world->portals().subspan(map.first_exit, map.exit_count)) {
    anchors.push_back(ToVec3(portal.anchor));
  }
  WS_ASSIGN_OR_RETURN(
      const DistanceAnswer walks,
      Measure(ground, {start.point + ground.view.manifest->origin}, std::move(anchors), workspace));
  for (uint32_t exit = 0; exit < map.exit_count; ++exit) {
    if (walks.statuses[exit] != DistanceStatus::kFound) continue;
    heads.push_back({PortalId(map.first_exit + exit), walks.distance_m[exit]});
  }
  return LimitOf(ground, walks);
}

absl::StatusOr<RouteReason> FindMeshTails(const WorldGround& ground, const NavLocation& end, uint32_t goal,
                                          Workspace& workspace, std::vector<PortalTail>& tails) {
  const WorldMap& map = ground.record();
  if (map.arrival_count == 0) return RouteReason::kNone;
  std::vector<Vec3> arrivals;
  for (const WorldArrival& arrival : ground.world->arrivals().subspan(map.first_arrival, map.arrival_count)) {
    arrivals.push_back(ToVec3(arrival.place));
  }
  WS_ASSIGN_OR_RETURN(
      const DistanceAnswer walks,
      Measure(ground, std::move(arrivals), {end.point + ground.view.manifest->origin}, workspace));
  for (const PortalId portal : ground.world->PortalsTo(ground.map)) {
    const uint32_t arrival = ground.world->Portal(portal).arrival - map.first_arrival;
    if (walks.statuses[arrival] == DistanceStatus::kFound) {
      tails.push_back({portal, walks.distance_m[arrival], goal});
    }
  }
  return LimitOf(ground, walks);
}

absl::StatusOr<RouteAnswer> WalkOverMesh(const WorldGround& ground, const Vec3& start, const Vec3& end,
                                         Workspace& workspace) {
  RouteQuery walk;
  walk.start = start;
  walk.goals = {end};
  walk.shape = ground.query->shape;
  walk.max_expansions = ground.query->max_expansions;
  walk.deadline = ground.query->deadline;
  walk.allow_partial = false;
  return PlanRoute(ground.view, walk, workspace);
}

}  // namespace waystone
