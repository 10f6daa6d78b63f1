#include "core/query/mesh_world_walks.h"

#include "core/query/distance_matrix.h"
#include "core/query/route_planner.h"

namespace waystone {
namespace {

Vec3 Place(const double (&place)[3]) { return {place[0], place[1], place[2]}; }

DistanceAnswer Measure(const WorldGround& ground, std::vector<Vec3> sources, std::vector<Vec3> targets,
                       Workspace& workspace) {
  DistanceQuery query;
  query.sources = std::move(sources);
  query.targets = std::move(targets);
  const absl::StatusOr<DistanceAnswer> answer = MeasureDistances(ground.view, query, workspace);
  return answer.ok() ? *answer : DistanceAnswer{};
}

}  // namespace

void FindMeshHeads(const WorldGround& ground, const NavLocation& start, Workspace& workspace,
                   std::vector<PortalHead>& heads) {
  const WorldMap& map = ground.record();
  if (map.exit_count == 0) return;
  std::vector<Vec3> anchors;
  for (uint32_t exit = 0; exit < map.exit_count; ++exit) {
    anchors.push_back(Place(ground.world->Portal(PortalId(map.first_exit + exit)).anchor));
  }
  const DistanceAnswer walks =
      Measure(ground, {start.point + ground.view.manifest->origin}, std::move(anchors), workspace);
  for (uint32_t exit = 0; exit < walks.statuses.size(); ++exit) {
    if (walks.statuses[exit] != DistanceStatus::kFound) continue;
    heads.push_back({PortalId(map.first_exit + exit), walks.distance_m[exit]});
  }
}

void FindMeshTails(const WorldGround& ground, const NavLocation& end, uint32_t goal, Workspace& workspace,
                   std::vector<PortalTail>& tails) {
  const WorldMap& map = ground.record();
  if (map.arrival_count == 0) return;
  std::vector<Vec3> arrivals;
  for (uint32_t i = 0; i < map.arrival_count; ++i) {
    arrivals.push_back(Place(ground.world->arrivals()[map.first_arrival + i].place));
  }
  const DistanceAnswer walks =
      Measure(ground, std::move(arrivals), {end.point + ground.view.manifest->origin}, workspace);
  if (walks.statuses.empty()) return;
  for (const PortalId portal : ground.world->PortalsTo(ground.map)) {
    const uint32_t arrival = ground.world->Portal(portal).arrival - map.first_arrival;
    if (walks.statuses[arrival] == DistanceStatus::kFound) {
      tails.push_back({portal, walks.distance_m[arrival], goal});
    }
  }
}

RouteAnswer WalkOverMesh(const WorldGround& ground, const Vec3& start, const Vec3& end,
                         const RouteQuery& query, Workspace& workspace) {
  RouteQuery walk = query;
  walk.start = start;
  walk.goals = {end};
  walk.via = {};
  walk.allow_partial = false;
  if (ground.view.grid == nullptr && walk.shape != RouteShape::kSurface)
    walk.shape = RouteShape::kTurningPoints;
  const absl::StatusOr<RouteAnswer> answer = PlanRoute(ground.view, walk, workspace);
  return answer.ok() ? *answer : RouteAnswer{};
}

}  // namespace waystone
