// waystone-bench: measures Waystone, beside its peers if there are any. See docs/benchmarks.md.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include "bench/bench_lines.h"
#include "bench/changes/change_suite.h"
#include "bench/clusters/cluster_suite.h"
#include "bench/distances/distance_suite.h"
#include "bench/grid/grid_cluster_suite.h"
#include "bench/grid/grid_suite.h"
#include "bench/navmesh/navmesh_suite.h"
#include "bench/observe/observe_suite.h"
#include "bench/place/place_suite.h"
#include "bench/polls/poll_suite.h"
#include "bench/rpc/rpc_suite.h"
#include "bench/scene/scene_suite.h"
#include "bench/skeleton/skeleton_suite.h"
#include "bench/validate/track_suite.h"
#include "bench/validate/validate_suite.h"
#include "bench/volume/volume_suite.h"
#include "bench/waypoint/waypoint_suite.h"
#include "bench/why/why_suite.h"
#include "bench/world/world_suite.h"
#include "bench/zones/zones_suite.h"

namespace waystone {
namespace {

// The program's flags, and how its suite ended.
struct Program {
  CLI::App app{"Measures Waystone, beside its peers.", "waystone-bench"};
  bool as_json = false;
  absl::Status status;

  // Adds a subcommand that runs a suite with the options it was given.
  template <typename Options>
  std::pair<CLI::App*, Options&> Add(const char* name, const char* what,
                                     absl::Status (*run)(const Options&, const BenchLines&)) {
    const auto options = std::make_shared<Options>();
    CLI::App* suite = app.add_subcommand(name, what);
    suite->callback([this, run, options] { status = run(*options, BenchLines(as_json)); });
    return {suite, *options};
  }
};

// The flags of suites that measure one package.
template <typename Options>
void AddPackage(CLI::App& suite, Options& options) {
  suite.add_option("--package", options.package_path, "The package (.waymap)")->required();
  suite.add_option("--agent", options.agent, "Agent profile [the package's first]");
}

void AddNavmeshSuite(Program& program) {
  const auto [suite, options] =
      program.Add("navmesh", "Routes and local queries on a baked map, against Detour", RunNavmeshSuite);
  AddPackage(*suite, options);
  suite->add_option("--pairs", options.pairs, "Pairs per length bucket [200]")->check(CLI::Range(1, 100'000));
  suite->add_option("--seed", options.seed, "Of the pairs and places drawn [1]");
  const auto set_peer = [&with = options.with_detour](const std::string& peer) { with = peer == "detour"; };
  suite->add_option_function<std::string>("--peer", set_peer, "detour or none [detour]")
      ->check(CLI::IsMember({"detour", "none"}));
  suite
      ->add_option("--exact", options.exact_samples,
                   "Pairs per bucket also measured by the exact search [30]")
      ->check(CLI::Range(1, 100'000));
  suite->add_option("--local", options.local_queries, "Local queries of each kind [20000]")
      ->check(CLI::Range(0, 10'000'000));
  suite->add_option("--bake-report", options.bake_report_path, "waystone-bake's report of this package");
}

void AddChangeSuite(Program& program) {
  const auto [suite, options] =
      program.Add("changes", "Routes on a changed map, beside those on the map as baked", RunChangeSuite);
  AddPackage(*suite, options);
  suite->add_option("--pairs", options.pairs, "Pairs of 1 to 2 km [40]")->check(CLI::Range(1, 10'000));
  suite->add_option("--exact", options.exact_samples, "Pairs of each case also searched exactly [20]")
      ->check(CLI::Range(0, 10'000));
  suite->add_option("--seed", options.seed, "Of the pairs and changes drawn [1]");
}

void AddClusterSuite(Program& program) {
  const auto [suite, options] =
      program.Add("clusters", "Routes by clusters of polygons, by both methods", RunClusterSuite);
  AddPackage(*suite, options);
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

void AddDistanceSuite(Program& program) {
  const auto [suite, options] =
      program.Add("distances", "Matrices of walking distances, against routes", RunDistanceSuite);
  AddPackage(*suite, options);
  suite->add_option("--sources", options.sources, "Rows of the matrix [30]")->check(CLI::Range(1, 1000));
  suite->add_option("--targets", options.targets, "Columns of the matrix [30]")->check(CLI::Range(1, 1000));
  suite->add_option("--routes", options.routes, "Pairs that are planned as routes too [900]")
      ->check(CLI::Range(1, 1'000'000));
  suite->add_option("--seed", options.seed, "Of the positions drawn [1]");
}

void AddPlaceSuite(Program& program) {
  const auto [suite, options] =
      program.Add("place", "Placements: what they cost, and whether they are right", RunPlaceSuite);
  AddPackage(*suite, options);
  suite->add_option("--seed", options.seed, "Of the requests drawn [1]");
  suite->add_option("--seconds", options.seconds, "Seconds of each measurement [2]")
      ->check(CLI::Range(0.01, 600.0));
  suite->add_option("--large", options.large_count, "Positions of the large requests [100000]")
      ->check(CLI::Range(1, 100'000));
}

void AddPollSuite(Program& program) {
  const auto [suite, options] =
      program.Add("polls", "How far apart requests look at their deadlines", RunPollSuite);
  suite->add_option("--package", options.package_path, "The package (.waymap), or the folder of a world")
      ->required();
  suite->add_option("--agent", options.agent, "Agent profile [the package's first]");
  suite->add_option("--seed", options.seed, "Of the places drawn [1]");
  suite->add_option("--scale", options.scale, "How large requests are, in % of what a server takes [100]")
      ->check(CLI::Range(1, 100));
  suite->add_option("--timeout-s", options.timeout_s, "CPU time of each request [3]")
      ->check(CLI::Range(1, 3600));
  suite->add_option("--max-gap-ms", options.max_gap_ms, "Fail if a gap is longer, 0 = no limit [0]")
      ->check(CLI::Range(0.0, 1e6));
  suite->add_option("--only", options.only, "Requests whose names begin so [all]");
}

// Moves drawn on one package, or tracks over many maps.
struct ValidateOptions {
  bool with_tracks = false;
  ValidateSuiteOptions moves;
  TrackSuiteOptions tracks;
};

absl::Status RunValidate(const ValidateOptions& options, const BenchLines& lines) {
  if (!options.with_tracks) return RunValidateSuite(options.moves, lines);
  TrackSuiteOptions tracks = options.tracks;
  tracks.scenes.package_path = options.moves.package_path;
  tracks.agent = options.moves.agent;
  tracks.seed = options.moves.seed;
  return RunTrackSuite(tracks, lines);
}

// Of --tracks.
void AddTracks(CLI::App& suite, CLI::Option* tracks, TrackSuiteOptions& options) {
  const auto add = [&](const char* name, auto& value, const char* what) {
    return suite.add_option(name, value, what)->needs(tracks);
  };
  add("--packages", options.scenes.packages_path, "Where their packages are kept [a temporary folder]");
  add("--family", options.scenes.families, "Of the folder's maps; several may be given [all]");
  add("--maps", options.scenes.maps, "At most so many maps of each family, 0 = all [0]");
  add("--bake", options.scenes.bake_path, "waystone-bake [of the same build]");
  add("--walks", options.walks, "Honest walks on each map [10]")->check(CLI::Range(1, 100'000));
  add("--walk-s", options.walk_s, "Seconds of each [60]")->check(CLI::Range(1.0, 3600.0));
  add("--cheats", options.cheats, "Cheats of each kind on each map [20]")->check(CLI::Range(0, 100'000));
  add("--oracle", options.oracle, "Steps compared with the exact search [0]")
      ->check(CLI::Range(0, 10'000'000));
}

void AddValidateSuite(Program& program) {
  const auto [suite, options] = program.Add(
      "validate", "Checks of moves: what they cost; with --tracks, how often they are wrong", RunValidate);
  CLI::App* source = suite->add_option_group("source")->require_option(1);
  source->add_option("--package", options.moves.package_path, "The package (.waymap)");
  CLI::Option* tracks =
      suite->add_flag("--tracks", options.with_tracks, "Honest and cheating tracks instead of single moves");
  source->add_option("--data", options.tracks.scenes.data_path, "A folder of maps, all baked and run on")
      ->needs(tracks);
  AddTracks(*suite, tracks, options.tracks);
  suite->add_option("--agent", options.moves.agent, "Agent profile [the package's first]");
  suite->add_option("--seed", options.moves.seed, "Of the moves or tracks drawn [1]");
  suite->add_option("--moves", options.moves.moves, "Moves judged in each way [20000]")
      ->check(CLI::Range(64, 1'000'000));
  suite->add_option("--seconds", options.moves.seconds, "Seconds of each measurement in batches [2]")
      ->check(CLI::Range(0.01, 600.0));
}

void AddObserveSuite(Program& program) {
  const auto [suite, options] =
      program.Add("observe", "What it costs a server to count, log and list a call", RunObserveSuite);
  suite->add_option("--calls", options.calls, "Calls of each measurement [1000000]")
      ->check(CLI::Range(1, 1'000'000'000));
}

void AddRpcSuite(Program& program) {
  const auto [suite, options] =
      program.Add("rpc", "Processor time of a running server per call", RunRpcSuite);
  suite->add_option("--server", options.address, "The server's host:port")->required();
  suite->add_option("--tls-ca", options.ca_path, "Authority of the server's certificate [without TLS]");
  suite->add_option("--token-file", options.token_path, "Token to show, with TLS [none]");
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

void AddZonesSuite(Program& program) {
  const auto [suite, options] = program.Add("zones", "Labelling a map, stage by stage", RunZonesSuite);
  CLI::App* source = suite->add_option_group("source")->require_option(1);
  source->add_option("--package", options.package_path, "The package (.waymap)");
  source->add_option("--graph", options.graph_path, "A Lineage II region (.l2j or .l2j.xz)");
  suite->add_option("--agent", options.agent, "Agent profile [the package's first]");
  suite->add_option("--repeats", options.repeats, "Runs of which the median is printed [5]")
      ->check(CLI::Range(1, 1000));
}

void AddSkeletonSuite(Program& program) {
  const auto [suite, options] =
      program.Add("skeleton", "Casting and thinning a skeleton, and walks over it", RunSkeletonSuite);
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

void AddGridSuite(Program& program) {
  const auto [suite, options] = program.Add("grid", "Paths over grids, against plain A*", RunGridSuite);
  suite->add_option("--map", options.map_path, "A grid source (.map)");
  suite->add_option("--scen", options.scen_path, "Its queries (.scen)");
  suite->add_option("--answers", options.answers_path, "Their steps: id,cardinal_steps,diagonal_steps");
  suite->add_option("--movingai", options.movingai_path, "A folder of maps with its MANIFEST.txt, instead");
  const auto set_method = [&method = options.method](const std::string& name) {
    method = GridMethods().at(name);
  };
  suite->add_option_function<std::string>("--algorithm", set_method, "How paths are found [auto]")
      ->check(CLI::IsMember(GridMethods()));
  suite->add_option("--rects", options.rects, "Random rectangles blocked by each request [0; 64 of a folder]")
      ->check(CLI::Range(0, 1'000'000));
  suite->add_flag("--smooth", options.smooth, "Also smoothed paths");
  suite->add_option("--repeats", options.repeats, "Runs of a query of which the fastest counts [3]")
      ->check(CLI::Range(1, 100));
  suite->add_option("--samples", options.samples, "Queries of a map that plain A* answers too [100]")
      ->check(CLI::Range(1, 100'000));
}

void AddGridClusterSuite(Program& program) {
  const auto [suite, options] =
      program.Add("blocks", "Paths over the clusters of a grid, against the best ones", RunGridClusterSuite);
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

void AddWaypointSuite(Program& program) {
  const auto [suite, options] =
      program.Add("waypoint", "Paths over random graphs of waypoints, against Dijkstra's", RunWaypointSuite);
  suite->add_option("--nodes", options.nodes, "Of each graph, one after another [10000 100000]")
      ->check(CLI::Range(2, 1'000'000));
  suite->add_option("--queries", options.queries, "Pairs of nodes drawn for each graph [1000]")
      ->check(CLI::Range(1, 100'000));
  suite->add_option("--repeats", options.repeats, "Runs of a query of which the fastest counts [3]")
      ->check(CLI::Range(1, 100));
  suite->add_option("--seed", options.seed, "Of the graphs and pairs drawn [1]");
}

void AddWorldSuite(Program& program) {
  const auto [suite, options] =
      program.Add("world", "Routes over a world of grids or of meshes, against exact ones", RunWorldSuite);
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
      ->add_option("--portals", options.portals,
                   "Instead: routes drawn between portals of a world of grids, however large [0]")
      ->check(CLI::Range(0, 1'000'000));
  suite
      ->add_option("--pairs", options.pairs,
                   "Pairs drawn: of grids on the same maps, where triggers teleport [0]")
      ->check(CLI::Range(0, 1'000'000));
}

void AddSceneSuite(Program& program) {
  const auto [suite, options] =
      program.Add("scenes", "Random scene trees, against plain searches and their triangles", RunSceneSuite);
  suite->add_option("--trees", options.trees, "Random scene trees [1000]")->check(CLI::Range(1, 1'000'000));
  suite->add_option("--positions", options.positions, "Places sampled on smoothed routes [10000]")
      ->check(CLI::Range(1, 100'000'000));
  suite->add_option("--seed", options.seed, "Of all that is drawn [1]");
  suite->add_option("--meshes", options.mesh_folder, "Also fly through the .obj files of this folder");
}

void AddVolumeSuite(Program& program) {
  const auto [suite, options] =
      program.Add("volume", "Paths over voxel maps, against plain A*", RunVolumeSuite);
  suite->add_option("--data", options.data_path, "Folder of .3dmap and .3dscen files, plain or .xz")
      ->required();
  suite->add_option("--astar", options.astar_queries, "Queries of a map also asked of plain A* [100]")
      ->check(CLI::Range(1, 1'000'000));
}

void AddWhySuite(Program& program) {
  const auto [suite, options] =
      program.Add("why", "Whether explanations name what was planted in generated levels", RunWhySuite);
  suite->add_option("--levels", options.levels, "How many [40]")->check(CLI::Range(1, 100'000));
  suite->add_option("--seed", options.seed, "Of the levels [1]");
}

int Run(int argc, char** argv) {
  Program program;
  program.app.require_subcommand(1);
  program.app.fallthrough();
  program.app.add_flag("--json", program.as_json, "One JSON object per line");
  for (const auto add :
       {AddNavmeshSuite, AddChangeSuite, AddClusterSuite, AddDistanceSuite, AddGridSuite, AddGridClusterSuite,
        AddObserveSuite, AddPlaceSuite, AddPollSuite, AddRpcSuite, AddValidateSuite, AddSkeletonSuite,
        AddSceneSuite, AddVolumeSuite, AddWaypointSuite, AddWhySuite, AddWorldSuite, AddZonesSuite}) {
    add(program);
  }
  try {
    program.app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return program.app.exit(error);
    std::fprintf(stderr, "waystone-bench: %s (see --help)\n", error.what());
    return 2;
  }
  const absl::Status& status = program.status;
  if (status.ok()) return 0;
  std::fprintf(stderr, "waystone-bench: %s\n", std::string(status.message()).c_str());
  return absl::IsNotFound(status) || absl::IsInvalidArgument(status) ? 2 : 1;
}

}  // namespace
}  // namespace waystone

int main(int argc, char** argv) {
  const int exit_code = waystone::Run(argc, argv);
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
  std::fputs("waystone-bench: standard output cannot be written\n", stderr);
  return exit_code == 0 ? 1 : exit_code;
}
