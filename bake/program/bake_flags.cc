#include "bake/program/bake_flags.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bake/config/config_file.h"
#include "bake/config/flag_values.h"
#include "bake/config/link_file.h"
#include "bake/config/strategy.h"
#include "bake/import/setting_range.h"
#include "bake/import/source_file.h"
#include "bake/import/source_formats.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/version/version.h"

namespace waystone {
namespace {

constexpr int kMaxThreads = 1024;

// What the command line says, before it is laid over the config file.
struct RawFlags {
  std::string source;
  std::string config;
  std::string output;
  std::string map_id;
  std::vector<std::string> agents;
  double scale = 0;
  std::string up_axis;
  VoxelOptions voxels;
  std::string strategy;
  std::string origin;
  int threads = 0;
  std::vector<std::string> spawns;
  std::vector<std::string> links;
  bool no_collision = false;
  bool no_gaps = false;
  bool no_hierarchy = false;
  double portal_spacing_m = 0;
  bool no_skeleton = false;
  double skeleton_spacing_m = 0;
  std::string report;
  bool strict = false;
  std::string shard;
  bool join = false;
  std::array<double, 4> limits{};  // as kLimitFlags; 0: not given
};

// A limit of what a bake may cost, as a flag.
struct LimitFlag {
  const char* flag;
  uint64_t BakeLimits::*limit;
  double most;
  const char* help;
};
constexpr LimitFlag kLimitFlags[] = {
    {"--max-triangles", &BakeLimits::triangles, 64e6,
     "refuse a mesh of more triangles, instances counted, up to 6.4e7"},
    {"--max-columns", &BakeLimits::columns, 1e12,
     "refuse a mesh that makes more voxel columns for an agent, up to 1e12"},
    {"--max-drawn", &BakeLimits::drawn, 1e15,
     "refuse a mesh of which triangles are drawn into more columns or voxels, each triangle counted, up to "
     "1e15"},
    {"--max-launch-points", &BakeLimits::launch_points, 1e8,
     "refuse a map whose skeleton would be thinned from more points, up to 1e8"},
};

// How the bake runs, not what it makes.
void DeclareRun(CLI::App& app, RawFlags& raw) {
  app.add_option("--threads", raw.threads, "threads, 0 to 1024; 0 = one per core [0]")->type_name("N");
  app.add_option("--report", raw.report, "write a JSON report of the bake to FILE")->type_name("FILE");
  app.add_flag("--strict", raw.strict,
               "fail (exit 1) and write no map that has a warning, and no world that has one");
  app.add_option("--shard", raw.shard,
                 "of a world, bake share I of N of the maps, I from 0 on; once all are baked, --join them")
      ->type_name("I/N");
  app.add_flag("--join", raw.join,
               "make a world's file of packages that are there, without a bake; fail if one is missing or "
               "another one");
  for (size_t i = 0; i < std::size(kLimitFlags); ++i) {
    const LimitFlag& limit = kLimitFlags[i];
    const std::string usual = RoughCount(static_cast<double>(BakeLimits().*limit.limit));
    app.add_option(limit.flag, raw.limits[i], StrCat(limit.help, " [", usual, "]"))->type_name("N");
  }
  app.footer(
      "Exit codes: 0 baked, 1 could not write, --strict with warnings, or a map of a world could not be "
      "baked, "
      "2 bad source, settings or usage.");
}

void Declare(CLI::App& app, RawFlags& raw) {
  app.set_version_flag("--version", VersionLine("waystone-bake"));
  app.add_option("SOURCE", raw.source,
                 StrCat(HelpOfSources(), "; or a world of such maps: .yaml, see docs/worlds.md"))
      ->required();
  app.add_option("-o,--output", raw.output,
                 "folder for the package <map id>.waymap, or all of a world's; made where it is not there")
      ->type_name("DIR")
      ->required();
  app.add_option("--config", raw.config,
                 "YAML settings, see docs/baking.md [SOURCE.bake.yaml where it is there]")
      ->type_name("FILE");
  app.add_option("--map-id", raw.map_id, "the map's name [SOURCE without folders and extension]")
      ->type_name("ID");
  app.add_option(
         "--agent", raw.agents,
         "who walks: name=human,radius=0.4,height=1.8,climb=0.5,slope=45 (metres, degrees); again for "
         "further agents")
      ->type_name("SPEC")
      ->allow_extra_args(false);
  app.add_option("--scale", raw.scale, "metres per unit of the source, 1e-6 to 1e6 [1]")->type_name("F");
  app.add_option("--up-axis", raw.up_axis, "the source's axis that points up: y or z [y]")->type_name("AXIS");
  app.add_option(
         "--strategy", raw.strategy,
         "plan paths by: grid, navmesh, waypoint, volume, scenes, or seed (see docs/baking.md) [what suits "
         "the source]")
      ->type_name("KIND");
  app.add_option("--origin", raw.origin, "x,y,z in metres of the first corner of a 2D map [0,0,0]")
      ->type_name("POINT");
  app.add_option(
         "--cell-size", raw.voxels.cell_size_m,
         "voxel width, 0.01 to 10, or side of a 2D map's cells, 0.01 to 100, in metres [radius / 2, or 1]")
      ->type_name("M");
  app.add_option("--cell-height", raw.voxels.cell_height_m,
                 "voxel height in metres, 0.01 to 10 [cell size / 2]")
      ->type_name("M");
  app.add_option("--tile-size", raw.voxels.tile_size_m, "tile side in metres, 16 to 1024 cells [256 cells]")
      ->type_name("M");
  app.add_option("--spawn", raw.spawns,
                 "x,y,z in metres, where players enter: its ground is the main zone, not the largest; again "
                 "for further ones")
      ->type_name("POINT")
      ->allow_extra_args(false);
  app.add_option("--links", raw.links,
                 "FILE.csv: links of the map, see docs/links.md; or what links to look for, for every agent: "
                 "jump_distance=3,jump_height=1.2,drop_height=4[,spacing=1] (metres); one of each")
      ->type_name("FILE|SPEC")
      ->allow_extra_args(false);
  app.add_flag("--no-gaps", raw.no_gaps, "do not look for what parts islands of ground: `why` knows less");
  app.add_flag("--no-collision", raw.no_collision, "leave the solid triangles out: no rays on this map");
  app.add_flag("--no-hierarchy", raw.no_hierarchy, "leave the index for long routes out");
  app.add_option("--portal-spacing", raw.portal_spacing_m,
                 "metres between the points on a side that long routes are planned over, 0.5 to 1000 [6]")
      ->type_name("M");
  app.add_flag("--no-skeleton", raw.no_skeleton, "leave the key points of exploration walks out");
  app.add_option("--skeleton-spacing", raw.skeleton_spacing_m,
                 "metres between the launch points that the skeleton is thinned from, 0.05 to 100 [0.6]")
      ->type_name("M");
  DeclareRun(app, raw);
}

// The file --config names, or the one beside the source where there is one.
absl::StatusOr<BakeConfig> BaseConfig(const RawFlags& raw) {
  if (!raw.config.empty()) {
    WS_ASSIGN_OR_RETURN(BakeConfig config, ReadConfigFile(raw.config));
    config.shared_names = NamesIn(config);
    return config;
  }
  const std::string beside = raw.source + ".bake.yaml";
  std::error_code error;
  if (std::filesystem::exists(std::filesystem::symlink_status(beside, error))) return ReadConfigFile(beside);
  return BakeConfig{};
}

absl::Status ApplyAgents(const RawFlags& raw, BakeConfig& config) {
  if (!raw.agents.empty()) config.agents.clear();
  for (const std::string& spec : raw.agents) {
    WS_ASSIGN_OR_RETURN(AgentProfile agent, ParseAgentFlag(spec));
    config.agents.push_back({std::move(agent), {}, {}});
  }
  return absl::OkStatus();
}

bool IsLinkFile(std::string_view value) { return SourceExtension(std::string(value)) == "csv"; }

absl::Status ApplyLinks(const RawFlags& raw, BakeConfig& config) {
  const auto files = std::ranges::count_if(raw.links, IsLinkFile);
  if (files > 1 || static_cast<long>(raw.links.size()) - files > 1) {
    return InvalidArgument("--links: at most one FILE.csv and one SPEC");
  }
  for (const std::string& value : raw.links) {
    if (IsLinkFile(value)) {
      WS_ASSIGN_OR_RETURN(config.links, ReadLinkFile(value));
      continue;
    }
    WS_ASSIGN_OR_RETURN(const LinkGenOptions options, ParseLinkFlag(value));
    if (config.agents.empty()) config.agents.emplace_back();
    for (AgentConfig& agent : config.agents) agent.links = options;
  }
  return absl::OkStatus();
}

// A size that is not given is derived from others: 0 is none.
absl::Status ApplySize(const CLI::App& app, const std::string& flag, double value_m, double& size_m) {
  if (app.count(flag) == 0) return absl::OkStatus();
  if (!(value_m > 0)) {
    return InvalidArgument(flag, " is ", value_m, " and must be above 0; leave it out for the default");
  }
  size_m = value_m;
  return absl::OkStatus();
}

// What the sources of all maps and worlds have in common.
absl::Status ApplyRun(const RawFlags& raw, const CLI::App& app, BakeFlags& flags) {
  BakeJob& job = flags.job;
  job.source_path = raw.source;
  job.output_folder = raw.output;
  job.thread_count = raw.threads;
  job.strict = raw.strict;
  flags.report_path = raw.report;
  for (size_t i = 0; i < std::size(kLimitFlags); ++i) {
    const LimitFlag& limit = kLimitFlags[i];
    if (app.count(limit.flag) == 0) continue;
    WS_RETURN_IF_ERROR(CheckSetting(limit.flag, raw.limits[i], 1, limit.most));
    job.limits.*limit.limit = static_cast<uint64_t>(raw.limits[i]);
  }
  return CheckSetting("--threads", raw.threads, 0, kMaxThreads);
}

bool IsWorld(const std::string& source) {
  const std::string extension = SourceExtension(source);
  return extension == "yaml" || extension == "yml";
}

absl::Status ApplyWorld(const RawFlags& raw, const CLI::App& app, BakeFlags& flags) {
  std::set<std::string> of_worlds = {"SOURCE",   "--output", "--threads", "--report",
                                     "--strict", "--shard",  "--join"};
  for (const LimitFlag& limit : kLimitFlags) of_worlds.insert(limit.flag);
  for (const CLI::Option* option : app.get_options()) {
    if (option->count() == 0 || of_worlds.contains(option->get_name())) continue;
    return InvalidArgument(option->get_name(), " is for one map; the settings of a world's maps stand in it");
  }
  flags.join = raw.join;
  if (app.count("--shard") == 0) return absl::OkStatus();
  if (raw.join) return InvalidArgument("--shard and --join: bake each shard first, then join them");
  WS_ASSIGN_OR_RETURN(flags.shard, ParseShard(raw.shard));
  return absl::OkStatus();
}

absl::Status Apply(const RawFlags& raw, const CLI::App& app, BakeFlags& flags) {
  WS_RETURN_IF_ERROR(ApplyRun(raw, app, flags));
  flags.is_world = IsWorld(raw.source);
  if (flags.is_world) return ApplyWorld(raw, app, flags);
  for (const char* const flag : {"--shard", "--join"}) {
    if (app.count(flag) == 0) continue;
    return InvalidArgument(flag, " is for a world (.yaml), and ", PrintablePath(raw.source), " is one map");
  }
  BakeConfig& config = flags.job.config;
  WS_ASSIGN_OR_RETURN(config, BaseConfig(raw));
  if (app.count("--map-id") > 0) {
    if (raw.map_id.empty()) return InvalidArgument("--map-id must not be empty");
    config.map_id = raw.map_id;
  }
  if (app.count("--scale") > 0) config.import.scale = raw.scale;
  if (app.count("--up-axis") > 0) {
    if (raw.up_axis != "y" && raw.up_axis != "z") return InvalidArgument("--up-axis must be y or z");
    config.import.up_axis = raw.up_axis == "z" ? UpAxis::kZ : UpAxis::kY;
  }
  if (app.count("--strategy") > 0) {
    WS_ASSIGN_OR_RETURN(config.strategy, ParseStrategy(raw.strategy));
  }
  if (app.count("--origin") > 0) {
    WS_ASSIGN_OR_RETURN(config.cells.origin, ParsePointFlag("--origin", raw.origin));
  }
  WS_RETURN_IF_ERROR(ApplySize(app, "--cell-size", raw.voxels.cell_size_m, config.voxels.cell_size_m));
  WS_RETURN_IF_ERROR(ApplySize(app, "--cell-height", raw.voxels.cell_height_m, config.voxels.cell_height_m));
  WS_RETURN_IF_ERROR(ApplySize(app, "--tile-size", raw.voxels.tile_size_m, config.voxels.tile_size_m));
  if (raw.no_collision) config.collision = false;
  if (raw.no_gaps) config.gaps = false;
  if (raw.no_hierarchy) config.hierarchy = false;
  if (app.count("--portal-spacing") > 0) config.hierarchy_rules.spacing_m = raw.portal_spacing_m;
  if (raw.no_skeleton) config.skeleton = false;
  if (app.count("--skeleton-spacing") > 0) config.skeleton_options.spacing_m = raw.skeleton_spacing_m;
  WS_RETURN_IF_ERROR(ApplyAgents(raw, config));
  WS_RETURN_IF_ERROR(ApplyLinks(raw, config));
  if (!raw.spawns.empty()) config.zones.spawns.clear();
  for (const std::string& spawn : raw.spawns) {
    WS_ASSIGN_OR_RETURN(const Vec3 point, ParsePointFlag("--spawn", spawn));
    config.zones.spawns.push_back(point);
  }
  return absl::OkStatus();
}

}  // namespace

FlagsOutcome ParseFlags(int argc, const char* const* argv) {
  FlagsOutcome outcome;
  RawFlags raw;
  CLI::App app(
      "Bakes a mesh, a ready-made navmesh, a 2D map, waypoints, voxels, or a world of maps, into Waystone "
      "packages.",
      "waystone-bake");
  Declare(app, raw);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    outcome.text = app.help();
    return outcome;
  } catch (const CLI::CallForVersion& version) {
    outcome.text = StrCat(version.what(), "\n");
    return outcome;
  } catch (const CLI::ParseError& error) {
    outcome.status = InvalidArgument(Printable(error.what(), kShownTextBytes), " (see --help)");
    return outcome;
  }
  outcome.status = Apply(raw, app, outcome.flags);
  return outcome;
}

}  // namespace waystone
