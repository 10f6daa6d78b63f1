// waystone-bench: measures Waystone, beside its peers if there are any. See docs/benchmarks.md.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>

#include "bench/bench_lines.h"
#include "bench/clusters/cluster_suite.h"
#include "bench/distances/distance_suite.h"
#include "bench/grid/grid_cluster_suite.h"
#include "bench/grid/grid_suite.h"
#include "bench/navmesh/navmesh_suite.h"
#include "bench/place/place_suite.h"
#include "bench/rpc/rpc_suite.h"
#include "bench/skeleton/skeleton_suite.h"
#include "bench/validate/validate_suite.h"
#include "bench/waypoint/waypoint_suite.h"
#include "bench/world/world_suite.h"
#include "bench/zones/zones_suite.h"

namespace waystone {
namespace {

void AddNavmeshSuite(CLI::App& app, NavmeshSuiteOptions& options, std::string& peer) {
  CLI::App* suite = app.add_subcommand("navmesh", "Routes and local queries on a baked map, against Detour");
  suite->add_option("--package", options.package_path, "The package (.waymap)")->required();
  suite->add_option("--agent", options.agent, "Agent profile [the package's first]");
  suite->add_option("--pairs", options.pairs, "Pairs per length bucket [200]")->check(CLI::Range(1, 100'000));
  suite->add_option("--seed", options.seed, "Of the pairs and places drawn [1]");
  suite->add_option("--peer", peer, "detour or none [detour]")->check(CLI::IsMember({"detour", "none"}));
  suite
      ->add_option("--exact", options.exact_samples,
                   "Pairs per bucket also measured by the exact search [30]")
      ->check(CLI::Range(1, 100'000));
  suite->add_option("--local", options.local_queries, "Local queries of each kind [20000]")
      ->check(CLI::Range(0, 10'000'000));
  suite->add_option("--bake-report", options.bake_report_path, "waystone-bake's report of this package");
}

void AddClusterSuite(CLI::App& app, ClusterSuiteOptions& options) {
  CLI::App* suite = app.add_subcommand("clusters", "Routes by clusters of polygons, by both methods");
  suite->add_option("--package", options.package_path, "The package (.waymap)")->required();
  suite->add_option("--agent", options.agent, "Agent profile [the package's first]");
  suite->add_option("--pairs", options.pairs, "Pairs per length bucket [200]")->check(CLI::Range(1, 100'000));
  suite
      ->add_option("--exact", options.exact_samples,
                   "Pairs per bucket also measured by the exact search [30]")
      ->check(CLI::Range(1, 100'000));
  suite->add_option("--seed", options.seed, "Of the pairs drawn [1]");
  suite
      ->add_option("--polygons", options.polygons,
                   "Polygons of a cluster, about; several sizes may be given [256]")
      ->check(CLI::Range(2, 32'768));
}

void AddDistanceSuite(CLI::App& app, DistanceSuiteOptions& options) {
  CLI::App* suite = app.add_subcommand("distances", "Matrices of walking distances, against routes");
  suite->add_option("--package", options.package_path, "The package (.waymap)")->required();
  suite->add_option("--agent", options.agent, "Agent profile [the package's first]");
  suite->add_option("--sources", options.sources, "Rows of the matrix [30]")->check(CLI::Range(1, 1000));
  suite->add_option("--targets", options.targets, "Columns of the matrix [30]")->check(CLI::Range(1, 1000));
  suite->add_option("--routes", options.routes, "Pairs that are planned as routes too [900]")
      ->check(CLI::Range(1, 1'000'000));
  suite->add_option("--seed", options.seed, "Of the positions drawn [1]");
}

void AddPlaceSuite(CLI::App& app, PlaceSuiteOptions& options) {
  CLI::App* suite = app.add_subcommand("place", "Placements: what they cost, and whether they are right");
  suite->add_option("--package", options.package_path, "The package (.waymap)")->required();
  suite->add_option("--agent", options.agent, "Agent profile [the package's first]");
  suite->add_option("--seed", options.seed, "Of the requests drawn [1]");
  suite->add_option("--seconds", options.seconds, "Seconds of each measurement [2]")
      ->check(CLI::Range(0.01, 600.0));
  suite->add_option("--large", options.large_count, "Positions of the large requests [100000]")
      ->check(CLI::Range(1, 100'000));
}

void AddValidateSuite(CLI::App& app, ValidateSuiteOptions& options) {
  CLI::App* suite = app.add_subcommand("validate", "Checks of moves: what they cost");
  suite->add_option("--package", options.package_path, "The package (.waymap)")->required();
  suite->add_option("--agent", options.agent, "Agent profile [the package's first]");
  suite->add_option("--seed", options.seed, "Of the moves drawn [1]");
  suite->add_option("--moves", options.moves, "Moves judged in each way [20000]")
      ->check(CLI::Range(64, 1'000'000));
  suite->add_option("--seconds", options.seconds, "Seconds of each measurement in batches [2]")
      ->check(CLI::Range(0.01, 600.0));
}

void AddRpcSuite(CLI::App& app, RpcSuiteOptions& options) {
  CLI::App* suite = app.add_subcommand("rpc", "Processor time of a running server per call");
  suite->add_option("--server", options.address, "The server's host:port")->required();
  suite->add_option("--map", options.map_id, "The map asked about [the server's first]");
  suite->add_option("--package", options.package_path,
                    "That map's package: to tell the queries' own time from the calls'");
  suite->add_option("--seconds", options.seconds, "Seconds of each measurement [1]")
      ->check(CLI::Range(0.1, 60.0));
  suite->add_option("--rounds", options.rounds, "Measurements of each call [5]")->check(CLI::Range(1, 100));
  suite->add_option("--in-flight", options.in_flight, "Calls that wait for their answers at once [32]")
      ->check(CLI::Range(1, 1000));
  suite->add_option("--route-m", options.route_m, "Greatest straight distance of the routes [50]")
      ->check(CLI::Range(1.0, 1000.0));
  suite->add_option("--seed", options.seed, "Of the requests drawn [1]");
}

void AddZonesSuite(CLI::App& app, ZonesSuiteOptions& options) {
  CLI::App* suite = app.add_subcommand("zones", "Labelling a map, stage by stage");
  CLI::App* source = suite->add_option_group("source")->require_option(1);
  source->add_option("--package", options.package_path, "The package (.waymap)");
  source->add_option("--graph", options.graph_path, "A Lineage II region (.l2j or .l2j.xz)");
  suite->add_option("--agent", options.agent, "Agent profile [the package's first]");
  suite->add_option("--repeats", options.repeats, "Runs of which the median is printed [5]")
      ->check(CLI::Range(1, 1000));
}

void AddSkeletonSuite(CLI::App& app, SkeletonSuiteOptions& options) {
  CLI::App* suite = app.add_subcommand("skeleton", "Casting and thinning a skeleton, and walks over it");
  suite->add_option("--package", options.package_path, "The package (.waymap)")->required();
  suite->add_option("--source", options.source_path,
                    "The mesh that it was baked from, in metres [the package's solid triangles]");
  suite->add_option("--agent", options.agent, "Agent profile [the package's first]");
  suite->add_option("--threads", options.threads, "Threads that cast, 0 = one per core [0]")
      ->check(CLI::Range(0, 1024));
  suite->add_option("--budget-ms", options.budget_ms, "Of the shortest walk [1000]")
      ->check(CLI::Range(1, 60'000));
  suite->add_option("--repeats", options.repeats, "Walks of which the median is printed [5]")
      ->check(CLI::Range(1, 1000));
}

void AddGridSuite(CLI::App& app, GridSuiteOptions& options, std::string& algorithm) {
  CLI::App* suite = app.add_subcommand("grid", "Paths over grids, against plain A*");
  suite->add_option("--map", options.map_path, "A grid source (.map)");
  suite->add_option("--scen", options.scen_path, "Its queries (.scen)");
  suite->add_option("--answers", options.answers_path, "Their steps: id,cardinal_steps,diagonal_steps");
  suite->add_option("--movingai", options.movingai_path, "A folder of maps with its MANIFEST.txt, instead");
  suite->add_option("--algorithm", algorithm, "auto, astar, jps, jps_plus, bounded or hierarchy [auto]")
      ->check(CLI::IsMember({"auto", "astar", "jps", "jps_plus", "bounded", "hierarchy"}));
  suite->add_option("--rects", options.rects, "Random rectangles blocked by each request [0; 64 of a folder]")
      ->check(CLI::Range(0, 1'000'000));
  suite->add_flag("--smooth", options.smooth, "Also smoothed paths");
  suite->add_option("--repeats", options.repeats, "Runs of a query of which the fastest counts [3]")
      ->check(CLI::Range(1, 100));
  suite->add_option("--samples", options.samples, "Queries of a map that plain A* answers too [100]")
      ->check(CLI::Range(1, 100'000));
}

void AddGridClusterSuite(CLI::App& app, GridClusterSuiteOptions& options) {
  CLI::App* suite = app.add_subcommand("blocks", "Paths over the clusters of a grid, against the best ones");
  suite->add_option("--map", options.map_path, "A grid source (.map) [one is drawn]");
  suite->add_option("--drawn", options.drawn, "Side of the map drawn [8192]")->check(CLI::Range(64, 8192));
  suite->add_option("--obstacle", options.obstacle, "Its rectangles: 4 to 3 + N cells a side [8]")
      ->check(CLI::Range(1, 1000));
  suite->add_option("--free", options.free, "Share of its cells that stay free [0.67]")
      ->check(CLI::Range(0.4, 1.0));
  suite->add_option("--side", options.sides, "Cells along a cluster; several may be given [64]")
      ->check(CLI::Range(2, 256));
  suite->add_option("--pairs", options.pairs, "Pairs of free cells [200]")->check(CLI::Range(1, 100'000));
  suite->add_option("--repeats", options.repeats, "Runs of a pair of which the fastest counts [3]")
      ->check(CLI::Range(1, 100));
  suite->add_option("--seed", options.seed, "Of the map and the pairs drawn [1]");
}

void AddWaypointSuite(CLI::App& app, WaypointSuiteOptions& options) {
  CLI::App* suite =
      app.add_subcommand("waypoint", "Paths over random graphs of waypoints, against Dijkstra's");
  suite->add_option("--nodes", options.nodes, "Of each graph, one after another [10000 100000]")
      ->check(CLI::Range(2, 1'000'000));
  suite->add_option("--queries", options.queries, "Pairs of nodes drawn for each graph [1000]")
      ->check(CLI::Range(1, 100'000));
  suite->add_option("--repeats", options.repeats, "Runs of a query of which the fastest counts [3]")
      ->check(CLI::Range(1, 100));
  suite->add_option("--seed", options.seed, "Of the graphs and pairs drawn [1]");
}

void AddWorldSuite(CLI::App& app, WorldSuiteOptions& options) {
  CLI::App* suite =
      app.add_subcommand("world", "Routes over a world of grids or of meshes, against exact ones");
  suite->add_option("--packages", options.packages_path, "The folder of the world")->required();
  suite->add_option("--queries", options.queries_path,
                    "Queries with their right answers (.csv) [a world of meshes: pairs are drawn]");
  suite->add_option("--max-map-bytes", options.limits.max_bytes, "Of maps kept loaded, 0 = no limit [0]");
  suite->add_option("--max-maps", options.limits.max_maps, "Maps kept loaded, 0 = no limit [0]");
  suite->add_option("--random", options.random, "Queries drawn between all maps, answered first [0]")
      ->check(CLI::Range(0, 100'000'000));
  suite->add_option("--repeats", options.repeats, "Runs of a query of which the fastest counts [3]")
      ->check(CLI::Range(1, 100));
  suite->add_option("--samples", options.samples, "Queries that Dijkstra's algorithm answers too [10]")
      ->check(CLI::Range(0, 100'000));
  suite
      ->add_option("--pairs", options.pairs,
                   "Pairs drawn: of grids on the same maps, where triggers teleport [0]")
      ->check(CLI::Range(0, 1'000'000));
}

int Run(int argc, char** argv) {
  CLI::App app("Measures Waystone, beside its peers.", "waystone-bench");
  app.require_subcommand(1);
  app.fallthrough();
  bool as_json = false;
  app.add_flag("--json", as_json, "One JSON object per line");
  NavmeshSuiteOptions navmesh;
  ClusterSuiteOptions clusters;
  std::string peer = "detour";
  AddNavmeshSuite(app, navmesh, peer);
  AddClusterSuite(app, clusters);
  DistanceSuiteOptions distances;
  AddDistanceSuite(app, distances);
  GridSuiteOptions grid;
  std::string algorithm = "auto";
  AddGridSuite(app, grid, algorithm);
  GridClusterSuiteOptions grid_clusters;
  AddGridClusterSuite(app, grid_clusters);
  PlaceSuiteOptions place;
  AddPlaceSuite(app, place);
  RpcSuiteOptions rpc;
  AddRpcSuite(app, rpc);
  ValidateSuiteOptions validate;
  AddValidateSuite(app, validate);
  SkeletonSuiteOptions skeleton;
  AddSkeletonSuite(app, skeleton);
  WaypointSuiteOptions waypoint;
  AddWaypointSuite(app, waypoint);
  WorldSuiteOptions world;
  AddWorldSuite(app, world);
  ZonesSuiteOptions zones;
  AddZonesSuite(app, zones);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(error);
    std::fprintf(stderr, "waystone-bench: %s (see --help)\n", error.what());
    return 2;
  }
  navmesh.with_detour = peer == "detour";
  grid.method = GridMethodNamed(algorithm).value_or(GridMethod::kAuto);
  const BenchLines lines(as_json);
  absl::Status status;
  if (app.got_subcommand("grid")) status = RunGridSuite(grid, lines);
  if (app.got_subcommand("blocks")) status = RunGridClusterSuite(grid_clusters, lines);
  if (app.got_subcommand("navmesh")) status = RunNavmeshSuite(navmesh, lines);
  if (app.got_subcommand("clusters")) status = RunClusterSuite(clusters, lines);
  if (app.got_subcommand("distances")) status = RunDistanceSuite(distances, lines);
  if (app.got_subcommand("place")) status = RunPlaceSuite(place, lines);
  if (app.got_subcommand("rpc")) status = RunRpcSuite(rpc, lines);
  if (app.got_subcommand("skeleton")) status = RunSkeletonSuite(skeleton, lines);
  if (app.got_subcommand("validate")) status = RunValidateSuite(validate, lines);
  if (app.got_subcommand("waypoint")) status = RunWaypointSuite(waypoint, lines);
  if (app.got_subcommand("world")) status = RunWorldSuite(world, lines);
  if (app.got_subcommand("zones")) status = RunZonesSuite(zones, lines);
  if (status.ok()) return 0;
  std::fprintf(stderr, "waystone-bench: %s\n", std::string(status.message()).c_str());
  return absl::IsNotFound(status) || absl::IsInvalidArgument(status) ? 2 : 1;
}

}  // namespace
}  // namespace waystone

int main(int argc, char** argv) { return waystone::Run(argc, argv); }
