#include "bake/config/settings_use.h"

#include <string>

#include "core/base/invalid_argument.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

// Sets of sources and of surfaces, a bit each.
constexpr uint32_t SetOf(SourceShape shape) { return uint32_t{1} << static_cast<uint32_t>(shape); }
constexpr uint32_t SetOf(SurfaceKind kind) { return uint32_t{1} << static_cast<uint32_t>(kind); }
constexpr uint32_t kAny = UINT32_MAX;
constexpr uint32_t kTriangles = SetOf(SourceShape::kMesh);
constexpr uint32_t kCells = SetOf(SourceShape::kCells);
constexpr uint32_t kVoxelMaps = SetOf(SourceShape::kVoxels);
constexpr uint32_t kNavmeshes = SetOf(SurfaceKind::kNavmesh);
constexpr uint32_t kGrids = SetOf(SurfaceKind::kGrid);
constexpr uint32_t kWaypoints = SetOf(SurfaceKind::kWaypoint);
constexpr uint32_t kVolumes = SetOf(SurfaceKind::kVolume);
constexpr uint32_t kScenes = SetOf(SurfaceKind::kScene);

// A setting. It has an effect if the source is one of `sources` and the surface one of `surfaces`.
struct Setting {
  std::string_view key;
  bool (*is_given)(const BakeConfig& config);
  uint32_t sources;
  uint32_t surfaces;
  std::string_view ending = "";  // of the format, if not of all

  bool HasEffect(const BakeKind& kind) const {
    return (sources & SetOf(kind.shape)) != 0 && (surfaces & SetOf(kind.surface)) != 0 &&
           (ending.empty() || FormatOf(std::string(kind.source_path))->ending == ending);
  }
};

template <auto kMember, auto... kMembers>
const auto& MemberOf(const auto& object) {
  if constexpr (sizeof...(kMembers) == 0) {
    return object.*kMember;
  } else {
    return MemberOf<kMembers...>(object.*kMember);
  }
}

// Whether the member that the path of members leads to is not the default.
template <auto... kPath>
bool IsChanged(const BakeConfig& config) {
  static const BakeConfig kDefault;
  return MemberOf<kPath...>(config) != MemberOf<kPath...>(kDefault);
}

template <auto kMember>
constexpr auto kImport = IsChanged<&BakeConfig::import, kMember>;
template <auto kMember>
constexpr auto kVoxels = IsChanged<&BakeConfig::voxels, kMember>;
template <auto kMember>
constexpr auto kOfCells = IsChanged<&BakeConfig::cells, kMember>;
template <auto kMember>
constexpr auto kIndex = IsChanged<&BakeConfig::hierarchy_rules, kMember>;
template <auto kMember>
constexpr auto kSkeleton = IsChanged<&BakeConfig::skeleton_options, kMember>;

constexpr Setting kSettings[] = {
    {"scale", kImport<&ImportOptions::scale>, ~(kCells | kVoxelMaps), kAny},
    {"up_axis", kImport<&ImportOptions::up_axis>, ~kCells, kAny},
    {"cell_size_m", kVoxels<&VoxelOptions::cell_size_m>, kTriangles | kCells | kVoxelMaps, kAny},
    {"cell_height_m", kVoxels<&VoxelOptions::cell_height_m>, kTriangles, ~kVolumes},
    {"tile_size_m", kVoxels<&VoxelOptions::tile_size_m>, kTriangles, ~kVolumes},
    {"materials and groups", [](const BakeConfig& config) { return HasNameRules(config.surfaces); },
     kTriangles, kAny},
    {"areas", [](const BakeConfig& config) { return !config.surfaces.areas.empty(); }, kAny,
     ~(kWaypoints | kVolumes)},
    {"grid.origin", kOfCells<&CellRules::origin>, kCells | kVoxelMaps, kAny},
    {"grid.letters", kOfCells<&CellRules::letters>, kCells, kAny, "map"},
    {"grid.colors", kOfCells<&CellRules::colors>, kCells, kAny, "png"},
    {"grid.costs", kOfCells<&CellRules::costs>, kAny, kGrids},
    {"grid.hub_labels", IsChanged<&BakeConfig::grid_hub_labels>, kAny, kGrids},
    {"grid.jps_plus", IsChanged<&BakeConfig::grid_jps_plus>, kAny, kGrids},
    {"grid.goal_bounds", IsChanged<&BakeConfig::grid_goal_bounds>, kAny, kGrids},
    {"grid.blocks", IsChanged<&BakeConfig::grid_clusters>, kAny, kGrids},
    {"volume.medium", IsChanged<&BakeConfig::volume_settings, &VolumeSettings::medium>, kAny, kVolumes},
    {"volume.min", IsChanged<&BakeConfig::volume_settings, &VolumeSettings::min>, kTriangles, kVolumes},
    {"volume.max", IsChanged<&BakeConfig::volume_settings, &VolumeSettings::max>, kTriangles, kVolumes},
    {"scenes", [](const BakeConfig& config) { return !config.scenes.empty(); }, kTriangles, kScenes},
    {"scene_cell_m", IsChanged<&BakeConfig::scene_cell_m>, kTriangles, kScenes},
    {"portal_spacing_m", kIndex<&HierarchyRules::spacing_m>, kAny, kNavmeshes},
    {"hierarchy_min_polygons", kIndex<&HierarchyRules::min_polygons>, kAny, kNavmeshes},
    {"clusters", [](const BakeConfig& config) { return config.clusters == BakeSwitch::kOn; }, kAny,
     kNavmeshes},
    {"skeleton.spacing_m", kSkeleton<&SkeletonOptions::spacing_m>, kAny, kNavmeshes | kScenes},
    {"skeleton.jump_height_m", kSkeleton<&SkeletonOptions::jump_height_m>, kAny, kNavmeshes | kScenes},
    {"skeleton.drop_height_m", kSkeleton<&SkeletonOptions::drop_height_m>, kAny, kNavmeshes | kScenes},
    {"skeleton.leaps", kSkeleton<&SkeletonOptions::leaps>, kAny, kNavmeshes | kScenes},
    // Nothing is thinned on waypoints and in volumes.
    {"skeleton.thinning", kSkeleton<&SkeletonOptions::rule>, kAny, ~(kWaypoints | kVolumes)},
    {"skeleton.max_rounds", kSkeleton<&SkeletonOptions::max_rounds>, kAny, ~(kWaypoints | kVolumes)},
    {"skeleton.prune_m", kSkeleton<&SkeletonOptions::prune_m>, kAny, ~(kWaypoints | kVolumes)},
    {"skeleton.max_arc_m", kSkeleton<&SkeletonOptions::max_arc_m>, kAny, ~(kWaypoints | kVolumes)},
    {"skeleton.tolerance_m", kSkeleton<&SkeletonOptions::tolerance_m>, kAny, ~(kWaypoints | kVolumes)},
    {"skeleton.reach_m", kSkeleton<&SkeletonOptions::reach_m>, kAny, kVolumes},
};
constexpr Setting kTrunk = {"trunk", IsChanged<&BakeConfig::trunk>, kAny, kGrids};

}  // namespace

absl::Status CheckSettingsUse(const BakeConfig& config, const BakeKind& kind,
                              std::vector<std::string>& warnings) {
  const std::string_view surface = SurfaceText(kind.surface);
  if (kTrunk.is_given(config) && !kTrunk.HasEffect(kind)) {
    return InvalidArgument(kTrunk.key, ": joins cells of a grid, and this map is ", surface);
  }
  std::string unused;
  for (const Setting& setting : kSettings) {
    if (!setting.is_given(config) || setting.HasEffect(kind)) continue;
    StrAppend(unused, unused.empty() ? "" : ", ", setting.key);
  }
  if (unused.empty()) return absl::OkStatus();
  warnings.push_back(
      StrCat("without effect where ", NamesOf(kind.shape).what, " become ", surface, ": ", unused));
  return absl::OkStatus();
}

}  // namespace waystone
