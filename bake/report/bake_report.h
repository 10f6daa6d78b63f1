// What a bake did: seconds, counts and bytes per stage, and what it warned of.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace waystone {

struct StageReport {
  std::string name;        // "import", "classify", "polygons", "navmesh", "collision", "links", "zones", ...
  std::string agent;       // the profile's name; empty for stages of the whole map
  double wall_s = 0;       // [s]
  double cpu_s = 0;        // [s] of all threads
  std::string count_name;  // what `count` counts: "triangles", "polygons", ...
  uint64_t count = 0;
  uint64_t bytes = 0;                                 // of what the stage made; read, for "import"
  std::optional<std::vector<std::string>> abilities;  // of the variant, for "zones"
};

// Ground that one cannot walk to from the largest part of a surface.
struct IslandReport {
  double area_m2 = 0;              // [m2] horizontal
  double at[3] = {0, 0, 0};        // [m] absolute, a place on it
  std::vector<std::string> fixes;  // what parts it from a larger island, at least; empty: nothing is known
};

struct AgentReport {
  std::string name;
  double cell_size_m = 0;
  double cell_height_m = 0;
  double tile_size_m = 0;
  uint64_t tiles = 0;           // that have triangles
  uint64_t tile_triangles = 0;  // summed over tiles
  uint64_t voxel_spans = 0;
  uint64_t dropped_polygons = 0;  // without area or folded over
  uint64_t polygons = 0;
  uint64_t vertices = 0;
  double area_m2 = 0;                               // [m2] horizontal
  std::map<std::string, uint64_t> source_links;     // by kind; a two-way link counts twice
  std::map<std::string, uint64_t> generated_links;  // likewise
  std::map<std::string, uint64_t> link_search;      // what looking for links took; empty where none was done
  uint64_t island_count = 0;                        // parts of the surface that one cannot walk between
  std::vector<IslandReport> islands;                // the largest ones but the first, of some size
};

struct SkeletonReport {
  uint64_t launch_points = 0;
  uint64_t casts = 0;
  uint64_t rays = 0;           // cast at the solid triangles
  uint64_t blocked_paths = 0;  // of the surface, narrower than the lattice, that something solid blocks
  uint64_t thinning_rounds = 0;
  uint64_t key_points = 0;
  uint64_t cycle_rank = 0;
  double reach_m = 0;  // [m] SkeletonHeader's
  double cast_s = 0;   // [s] of one clock, as those below
  double thin_s = 0;
  double pack_s = 0;
  double round_walk_s = 0;
};

// A scene of one agent.
struct SceneReport {
  std::string agent;
  std::string name;
  std::vector<std::string> surfaces;  // "ground", "layers", "points", "volume"
  std::string reason;                 // why these
  uint64_t polygons = 0;              // that lie in it
};

// What a bake was expected to take, before it began.
struct EstimateReport {
  std::string what;
  double wall_s = 0;  // [s]
  double bytes = 0;
};

// The zones and the skeleton of one agent with one ability set.
struct VariantReport {
  std::string agent;
  std::vector<std::string> abilities;
  uint64_t weak_components = 0;
  uint64_t strong_components = 0;
  uint64_t isolated_polygons = 0;  // zone 0
  uint64_t main_polygons = 0;      // of the main zones
  std::optional<SkeletonReport> skeleton = std::nullopt;
};

struct BakeReport {
  std::string baker_version;
  std::string map_id;
  std::string source_name;
  std::string source_sha256;
  std::vector<std::string> source_files;  // that it covers, from the source's folder on
  std::string strategy;                   // "grid", "navmesh" or "waypoint"
  std::string strategy_reason;            // why
  std::vector<SceneReport> scenes;
  std::string package_path;
  std::string generation;  // of that package; empty if none was written
  uint64_t package_bytes = 0;
  uint64_t source_triangles = 0;
  uint64_t solid_triangles = 0;
  uint64_t equal_triangles = 0;  // that lay on others and were left out
  int threads = 0;
  double wall_s = 0;               // [s]
  double cpu_s = 0;                // [s]
  uint64_t peak_memory_bytes = 0;  // of the process
  std::vector<StageReport> stages;
  std::vector<EstimateReport> estimates;
  std::vector<AgentReport> agents;
  std::vector<VariantReport> variants;
  std::vector<std::string> warnings;
  std::vector<std::string> notes;  // worth knowing, and no fault: `strict` lets them pass
};

// Indented JSON with a line feed at its end; docs/baking.md explains the fields.
std::string ReportJson(const BakeReport& report);

// The process's resident memory at its highest so far.
uint64_t PeakMemoryBytes();

}  // namespace waystone
