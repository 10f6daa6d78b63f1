#include "bench/distances/distance_suite.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "bench/stopwatch.h"
#include "core/base/random.h"
#include "core/base/status_macros.h"
#include "core/distances/distance_matrix.h"
#include "core/navmesh/surface_queries.h"
#include "core/route/route_planner.h"
#include "core/store/loaded_map.h"

namespace waystone {
namespace {

constexpr double kSame = 1e-6;  // [share]

std::vector<Vec3> DrawPositions(const MapView& view, uint32_t count, Random& random) {
  std::vector<Vec3> positions;
  for (uint32_t i = 0; i < count; ++i)
    positions.push_back(RandomPoint(*view.navmesh, random).point + view.manifest->origin);
  return positions;
}

struct Compared {
  std::vector<double> route_us;
  std::vector<double> lengths_m;
  uint64_t differ = 0;
  double worst_ratio = 1;

  void Add(DistanceStatus status, double distance_m, const RouteAnswer& route) {
    const bool is_found = status == DistanceStatus::kFound;
    if (is_found != (route.status == RouteStatus::kComplete)) ++differ;
    if (!is_found || route.status != RouteStatus::kComplete) return;
    lengths_m.push_back(route.cost_m);
    if (std::abs(distance_m - route.cost_m) <= kSame * (1 + route.cost_m)) return;
    ++differ;
    const double ratio = distance_m / std::max(route.cost_m, kSame);
    if (std::abs(ratio - 1) > std::abs(worst_ratio - 1)) worst_ratio = ratio;
  }
};

}  // namespace

absl::Status RunDistanceSuite(const DistanceSuiteOptions& options, const BenchLines& lines) {
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<const LoadedMap> map, LoadedMap::Load(options.package_path));
  WS_ASSIGN_OR_RETURN(const MapView view, map->View(options.agent));
  Random random(options.seed);
  DistanceQuery query;
  query.sources = DrawPositions(view, options.sources, random);
  query.targets = DrawPositions(view, options.targets, random);
  Scratch scratch;
  absl::StatusOr<DistanceAnswer> matrix = MeasureDistances(view, query, scratch);  // grows the scratch memory
  WS_RETURN_IF_ERROR(matrix.status());
  const double matrix_us = CpuMicrosecondsOf([&] { matrix = MeasureDistances(view, query, scratch); });
  const size_t pairs = matrix->statuses.size();
  const size_t step = std::max<size_t>(1, pairs / options.routes);
  Compared compared;
  for (size_t k = 0; k < pairs; k += step) {
    RouteQuery route;
    route.start = query.sources[k / options.targets];
    route.goals = {query.targets[k % options.targets]};
    route.shape = RouteShape::kTurningPoints;
    route.allow_partial = false;
    absl::StatusOr<RouteAnswer> answer;
    compared.route_us.push_back(CpuMicrosecondsOf([&] { answer = PlanRoute(view, route, scratch); }));
    WS_RETURN_IF_ERROR(answer.status());
    compared.Add(matrix->statuses[k], matrix->distance_m[k], *answer);
  }
  lines.Print({{"map", view.manifest->map_id},
               {"sources", options.sources},
               {"targets", options.targets},
               {"pair_us", matrix_us / static_cast<double>(pairs)},
               {"route_us", MinMeanMax(compared.route_us)},
               {"route_m", MedianAndP99(compared.lengths_m)},
               {"routes", compared.route_us.size()},
               {"differ", compared.differ},
               {"worst_ratio", compared.worst_ratio}});
  return absl::OkStatus();
}

}  // namespace waystone
