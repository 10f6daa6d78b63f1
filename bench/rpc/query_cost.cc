#include "bench/rpc/query_cost.h"

#include <time.h>

#include <array>

#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/move/move_validator.h"
#include "core/place/resource_placer.h"
#include "core/route/route_planner.h"
#include "core/store/loaded_map.h"

namespace waystone {

namespace {

double ThreadCpuSeconds() {
  timespec used{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

Vec3 ToVec3(const v1::Position& position) { return {position.x(), position.y(), position.z()}; }

// [us] per query of running all `queries` over and over for `seconds`.
template <typename Query, typename Run>
double CostOf(const std::vector<Query>& queries, double seconds, const Run& run) {
  for (const Query& query : queries) run(query);
  uint64_t count = 0;
  const double begin_s = ThreadCpuSeconds();
  double used_s = 0;
  do {
    for (const Query& query : queries) run(query);
    count += queries.size();
    used_s = ThreadCpuSeconds() - begin_s;
  } while (used_s < seconds);
  return used_s * 1e6 / static_cast<double>(count);
}

}  // namespace

absl::StatusOr<std::map<std::string, double>> MeasureQueries(const std::string& package_path,
                                                             const RpcRequests& requests, double seconds) {
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<const LoadedMap> map, LoadedMap::Load(package_path));
  if (map->manifest().map_id != requests.map_id) {
    return absl::InvalidArgumentError(StrCat(package_path, " holds map ", Quoted(map->manifest().map_id),
                                             ", the requests are about ", Quoted(requests.map_id)));
  }
  WS_ASSIGN_OR_RETURN(const MapView view, map->View(""));
  std::vector<RouteQuery> routes;
  for (const v1::PlanRouteRequest& request : requests.routes) {
    RouteQuery& query = routes.emplace_back();
    query.start = ToVec3(request.start().position());
    query.goals = {ToVec3(request.goals(0).position())};
  }
  std::vector<PlaceQuery> placements;
  for (const v1::PlaceResourceRequest& request : requests.placements) {
    PlaceQuery& query = placements.emplace_back();
    query.count = request.scatter().count();
    query.seed = request.scatter().seed();
  }
  std::vector<std::array<Vec3, 2>> moves;
  for (const v1::ValidateMoveRequest& request : requests.moves) {
    moves.push_back({ToVec3(request.from()), ToVec3(request.to())});
  }
  Scratch scratch;
  absl::Status failure;
  const auto note = [&failure](const absl::Status& status) { failure.Update(status); };
  std::map<std::string, double> costs;
  costs["plan_route"] = CostOf(
      routes, seconds, [&](const RouteQuery& query) { note(PlanRoute(view, query, scratch).status()); });
  costs["place_resource"] = CostOf(placements, seconds, [&](const PlaceQuery& query) {
    note(PlaceResource(view, query, scratch).status());
  });
  costs["validate_move"] = CostOf(moves, seconds, [&](const std::array<Vec3, 2>& ends) {
    MoveQuery query;
    query.samples = ends;
    note(ValidateMove(view, query, scratch).status());
  });
  if (!failure.ok()) return failure;
  return costs;
}

}  // namespace waystone
