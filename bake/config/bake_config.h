// What to bake and how, whether it came from a file or from flags.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "bake/clusters/cluster_rules.h"
#include "bake/config/door_settings.h"
#include "bake/config/strategy.h"
#include "bake/contraction/hierarchy_rules.h"
#include "bake/grid/grid_cluster_options.h"
#include "bake/grid/trunk_options.h"
#include "bake/import/cell_rules.h"
#include "bake/import/importer.h"
#include "bake/import/surface_table.h"
#include "bake/links/link_gen_options.h"
#include "bake/recast/area_volume.h"
#include "bake/recast/voxel_settings.h"
#include "bake/scene/scene_settings.h"
#include "bake/skeleton/skeleton_options.h"
#include "bake/zones/zone_baker.h"
#include "core/map/agent_profile.h"
#include "core/map/map_manifest.h"
#include "core/map/off_mesh_link.h"

namespace waystone {

// What a volume's area is called where nobody can stand.
inline constexpr std::string_view kNotWalkableArea = "not_walkable";

// One kind of agent and what is baked for it.
struct AgentConfig {
  AgentProfile profile;
  LinkGenOptions links;  // which links are looked for
  // Which abilities are labelled with zones, one variant each; names sorted. Empty: walking only and, where
  // the map's links need any, all of those.
  std::vector<std::vector<std::string>> ability_sets;
};

// What a volume is full of: agents fly through air and swim through water.
enum class VolumeMedium : uint8_t { kAir, kWater };

// Of maps whose surface is a volume.
struct VolumeSettings {
  VolumeMedium medium = VolumeMedium::kAir;
  // [m, absolute] From triangles: the corners of the box with the least and the greatest coordinates; not
  // given: those of the solid triangles, the upper one kHeadroom_m higher.
  std::optional<Vec3> min;
  std::optional<Vec3> max;

  static constexpr double kHeadroom_m = 10;
};

// Whether something is baked that not every map has a use for.
enum class BakeSwitch : uint8_t {
  kAuto = 0,  // where it pays
  kOn = 1,    // whatever its size; a map that cannot have it is refused
  kOff = 2,
};

struct BakeConfig {
  std::string map_id;  // empty: the source's file name without its extension
  ImportOptions import;
  std::vector<AgentConfig> agents;                     // one variant each; empty: one default agent
  StrategyChoice strategy = StrategyChoice::kSuiting;  // what to plan paths by
  VoxelOptions voxels;                                 // of which a grid takes the cell size
  CellRules cells;                                     // of sources of cells
  SurfaceTable surfaces;
  // Those of NamesIn that come from settings for several sources: a source may lack them.
  std::set<std::string> shared_names;
  std::vector<AreaVolume> volumes;  // of several at one place the last counts
  ZoneRules zones;
  std::vector<OffMeshLink> links;
  NamedPlaces places;
  std::vector<DoorSettings> doors;
  std::vector<CostProfileSettings> cost_profiles;
  bool hierarchy = true;  // an index for long routes
  HierarchyRules hierarchy_rules;
  // Clusters of polygons; kAuto: if `hierarchy` is off and the surface is large enough for one.
  BakeSwitch clusters = BakeSwitch::kAuto;
  ClusterRules cluster_rules;
  BakeSwitch grid_hub_labels = BakeSwitch::kAuto;   // none if `hierarchy` is off
  BakeSwitch grid_jps_plus = BakeSwitch::kAuto;     // kAuto: if the grid has no hub labels
  BakeSwitch grid_goal_bounds = BakeSwitch::kAuto;  // kAuto: if the grid has baked jumps
  VolumeSettings volume_settings;
  std::vector<SceneSettings> scenes;
  double scene_cell_m =
      0;  // [m, 0.05-10; 0 = the agent's radius, 0.1 to 1 m] of the voxels that scenes are sampled in
  BakeSwitch grid_clusters = BakeSwitch::kAuto;  // kAuto: if the grid is large and has none of these three
  uint32_t grid_cluster_side = GridClusterOptions().side;  // [cells]
  bool skeleton = true;                                    // key points for exploration walks
  SkeletonOptions skeleton_options;
  bool trunk = false;  // baked paths between places of a grid
  TrunkOptions trunk_options;
  std::vector<Vec3> trunk_points;  // [m] absolute; none: chosen
  bool gaps = true;                // what parts the islands of a surface from triangles
  bool collision = true;           // the solid triangles go into the package, for rays
};

// One agent's measures, link settings and ability sets. InvalidArgument naming agent, field and rule.
absl::Status CheckAgentConfig(const AgentConfig& agent);

// The groups and materials that the rules name, and the areas that have a cost.
std::set<std::string> NamesIn(const BakeConfig& config);

// Checks what no single field shows: agent names and area indices are unique, an index is 1-63, no name is in
// two areas, the area of a volume is there, the scale and the hierarchy's spacing are in range,
// no two switches contradict each other, places have names.
// InvalidArgument naming the field.
absl::Status CheckBakeConfig(const BakeConfig& config);

}  // namespace waystone
