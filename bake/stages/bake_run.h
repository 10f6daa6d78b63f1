// One bake while it runs: what it is asked for, what it has made so far, and the stages that add to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "bake/config/bake_config.h"
#include "bake/gaps/map_gaps.h"
#include "bake/import/bake_limits.h"
#include "bake/import/source_digest.h"
#include "bake/scene/scene_builder.h"
#include "bake/stages/bake_log.h"
#include "bake/waypoint/waypoint_packer.h"
#include "core/clusters/cluster_view.h"
#include "core/collision/collision_format.h"
#include "core/collision/collision_view.h"
#include "core/geom/vec.h"
#include "core/grid/grid_view.h"
#include "core/map/map_manifest.h"
#include "core/map/off_mesh_link.h"
#include "core/navmesh/hierarchy_view.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_data.h"
#include "core/skeleton/skeleton_view.h"
#include "core/volume/volume_view.h"
#include "core/zones/zone_view.h"

namespace waystone {

// Called now and then, from any thread but one at a time: so many of all `unit`s are done. A total of 0: a stage of that
// name has begun.
using BakeProgress = std::function<void(std::string_view unit, uint64_t done, uint64_t total)>;

struct BakeJob {
  std::string source_path;
  std::string output_folder;  // made where it is not there
  BakeConfig config;
  int thread_count = 0;         // 0 = one per core
  bool strict = false;          // any warning fails the bake before anything is written
  bool is_one_of_many = false;  // WriteOneOfManyPackages: the caller sweeps the folder
  BakeLimits limits;
  BakeProgress progress;
  std::function<void(std::string_view line)> tell;  // of what the bake will cost, before it does; may be null
};

struct AgentSurface {
  AgentConfig agent;
  NavmeshData navmesh;  // positions relative to MapSurfaces::origin; may be empty
  // Of triangles, if gaps are looked for: what parts the islands of each tile.
  std::vector<TileGap> tile_gaps = {};
  std::optional<GapRules> gap_rules = {};
};

// What bodies and rays meet. Positions are relative to MapSurfaces::origin.
struct SolidTriangles {
  std::vector<Vec3f> vertices;
  std::vector<CollisionTriangle> triangles;
};

// The tree of scenes, and what became of them for each agent.
struct PlannedScenes {
  struct OfAgent {
    uint32_t ground_count = 0;  // polygons of ground; those of scenes have external ids from here on
    BuiltScenes built;          // without its links
  };
  SceneOrder order;
  uint8_t water_area = 1;
  uint8_t air_area = 1;
  std::vector<OfAgent> of_agent;
};

// What every source becomes before links, zones and the package are made from it: the seam between readers of
// sources and the stages behind them.
struct MapSurfaces {
  SurfaceKind surface = SurfaceKind::kNavmesh;
  std::string strategy_reason;  // MapManifest's
  SourceRecord source;
  Vec3 origin;                  // [m]
  std::vector<AreaType> areas;  // ascending by index
  std::vector<AgentSurface> agents;
  // Given where the surface is one: its free cells are what the only agent's navmesh covers.
  std::optional<GridData> grid;
  // Given where the surface is one of waypoints; its links are all of the map's.
  std::optional<PackedWaypoints> waypoints;
  // Given where the surface is one of scenes.
  std::optional<PlannedScenes> scenes;
  // One per agent, whose navmesh stands for its parts, or none.
  std::vector<VolumeData> volumes;
  std::vector<OffMeshLink> links;       // the source's own; absolute positions
  std::optional<SolidTriangles> solid;  // none where the source has polygons only
};

struct BakedLinks {
  std::vector<std::string> abilities;  // MapManifest::link_abilities
  std::vector<LinkData> of_agent;      // one per agent, in their order
};

// One agent with one ability set that is labelled for it.
struct PlannedVariant {
  size_t agent = 0;    // into MapSurfaces::agents
  MapVariant variant;  // the agent's first one owns the surface
  uint64_t bits = 0;   // its abilities as the bits of NavLink::abilities
  bool owns_surface = true;
};

// One thread, except for what Progress returns.
struct BakeRun {
  explicit BakeRun(const BakeJob& bake_job);

  // What a stage calls with the count of `unit`s done and the count of all.
  std::function<void(uint64_t done, uint64_t total)> Progress(std::string_view unit) const;
  // The status, its message after the source's path.
  absl::Status InSource(const absl::Status& status) const;
  // The settings' only agent, or the default one.
  AgentConfig OneAgent() const;
  // Ends the stage of one variant.
  void EndStage(const PlannedVariant& planned, std::string count_name, uint64_t count, uint64_t bytes);

  const BakeJob& job;
  BakeLog log;
  MapSurfaces surfaces;
  std::optional<CollisionData> collision;
  std::vector<Door> doors;                 // MapManifest's
  std::vector<CostProfile> cost_profiles;  // MapManifest's
  BakedLinks links;
  std::vector<GapData> gaps;  // one per agent, or empty
  std::vector<PlannedVariant> variants;
  std::vector<ZoneData> zones;             // one per variant
  std::vector<HierarchyData> hierarchies;  // likewise, or empty
  // One list per variant, or empty. It has one item per cost profile, without a value if the plain hierarchy serves it.
  std::vector<std::vector<std::optional<HierarchyData>>> priced_hierarchies;
  std::vector<ClusterData> clusters;    // likewise, or empty
  std::vector<SkeletonData> skeletons;  // likewise, or empty
  std::vector<SceneData> scenes;        // one per agent, or empty
  std::vector<std::byte> package;
};

// A row of a table of stages.
struct BakeStage {
  std::string_view name;  // of what it reports
  absl::Status (*run)(BakeRun& run);
  bool (*applies)(const BakeRun& run) = [](const BakeRun&) { return true; };
};

// Runs the stages that apply, in their order, until one fails.
absl::Status RunStages(std::span<const BakeStage> stages, BakeRun& run);

// A stage whose errors name the source.
template <absl::Status (*kRun)(BakeRun&)>
absl::Status InSource(BakeRun& run) {
  return run.InSource(kRun(run));
}

// [bytes] What arrays hold.
template <typename... Arrays>
uint64_t BytesIn(const Arrays&... arrays) {
  return (uint64_t{0} + ... + (arrays.size() * sizeof(arrays[0])));
}

}  // namespace waystone
