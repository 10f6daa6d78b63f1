#include "bench/waypoint/waypoint_suite.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>

#include "bake/navmesh/navmesh_builder.h"
#include "bake/waypoint/waypoint_packer.h"
#include "bench/stopwatch.h"
#include "bench/waypoint/plain_dijkstra.h"
#include "bench/waypoint/random_graph.h"
#include "core/base/random.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/waypoint/waypoint_search.h"

namespace waystone {
namespace {

constexpr int kThreads = 1;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

struct Samples {
  std::vector<double> us;
  std::vector<double> expanded;
};

double SumOf(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

// Random pairs of nodes, on both sides.
struct Race {
  Samples ours;
  Samples dijkstra;
  uint32_t found = 0;
  uint32_t equal = 0;  // in cost, to rounding, or both without a path
};

Race RunRace(const WaypointView& graph, const WaypointSuiteOptions& options) {
  Race race;
  Random random(options.seed);
  WaypointWorkspace workspace;
  PlainDijkstra dijkstra(graph);
  for (uint32_t i = 0; i < options.queries; ++i) {
    const WaypointEnd start{PolyId(random.NextBelow(graph.size())), 0};
    const WaypointEnd goal{PolyId(random.NextBelow(graph.size())), 0};
    double cost_m = 0;
    race.dijkstra.us.push_back(
        LeastCpuMicrosecondsOf(options.repeats, [&] { cost_m = dijkstra.CostOf(start.node, goal.node); }));
    WaypointPath path;
    race.ours.us.push_back(LeastCpuMicrosecondsOf(options.repeats, [&] {
      path = FindWaypointPath(graph, {.starts = {&start, 1}, .goals = {&goal, 1}}, workspace);
    }));
    race.dijkstra.expanded.push_back(static_cast<double>(dijkstra.expanded()));
    race.ours.expanded.push_back(static_cast<double>(path.expanded));
    race.found += path.arrives ? 1 : 0;
    const bool is_equal =
        path.arrives ? std::abs(path.cost_m - cost_m) <= 1e-9 * (1 + cost_m) : cost_m == kInfinite;
    race.equal += is_equal ? 1 : 0;
  }
  return race;
}

uint64_t BytesOf(const WaypointData& data) {
  const auto bytes = [](const auto& records) { return records.size() * sizeof(records[0]); };
  return sizeof(data.header) + bytes(data.nodes) + bytes(data.rows) + bytes(data.arcs) + bytes(data.needs) +
         bytes(data.landmarks) + bytes(data.landmark_costs) + bytes(data.boxes);
}

// As the baker does it.
absl::StatusOr<WaypointData> Pack(const WaypointGraph& graph) {
  const Vec3 origin = OriginOf(graph);
  WS_ASSIGN_OR_RETURN(const NavmeshData ground, BuildNavmesh(GroundOf(graph, origin)));
  WS_ASSIGN_OR_RETURN(const NavmeshView mesh, NavmeshView::Create(ground));
  WS_ASSIGN_OR_RETURN(PackedWaypoints packed, PackWaypoints(graph, mesh, origin, kThreads));
  return std::move(packed.data);
}

absl::Status RunGraph(uint32_t nodes, const WaypointSuiteOptions& options, const BenchLines& lines) {
  const WaypointGraph graph = RandomGeometricGraph(nodes, options.seed);
  absl::StatusOr<WaypointData> data = absl::UnknownError("");
  const double bake_us = MicrosecondsOf([&] { data = Pack(graph); });
  WS_RETURN_IF_ERROR(data.status());
  absl::StatusOr<WaypointView> view = absl::UnknownError("");
  const double check_us = MicrosecondsOf([&] { view = WaypointView::Create(*data); });
  WS_RETURN_IF_ERROR(view.status());
  const Race race = RunRace(*view, options);
  lines.Print({{"nodes", nodes},
               {"links", graph.links.size()},
               {"queries", options.queries},
               {"found", race.found},
               {"equal", race.equal},
               {"us", MeanMedianP99(race.ours.us)},
               {"dijkstra_us", MeanMedianP99(race.dijkstra.us)},
               {"speedup", SumOf(race.dijkstra.us) / SumOf(race.ours.us)},
               {"expanded", MeanMedianP99(race.ours.expanded)},
               {"dijkstra_expanded", MeanMedianP99(race.dijkstra.expanded)},
               {"bytes_per_node", static_cast<double>(BytesOf(*data)) / nodes},
               {"bake_seconds", bake_us * 1e-6},
               {"check_ms", check_us * 1e-3}});
  if (race.equal == options.queries) return absl::OkStatus();
  return absl::InternalError(
      StrCat(options.queries - race.equal, " paths cost other than those of Dijkstra's algorithm"));
}

}  // namespace

absl::Status RunWaypointSuite(const WaypointSuiteOptions& options, const BenchLines& lines) {
  for (const uint32_t nodes : options.nodes) WS_RETURN_IF_ERROR(RunGraph(nodes, options, lines));
  return absl::OkStatus();
}

}  // namespace waystone
