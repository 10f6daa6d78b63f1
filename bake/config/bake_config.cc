#include "bake/config/bake_config.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "absl/status/status.h"
#include "bake/config/link_rules.h"
#include "bake/import/setting_range.h"
#include "bake/import/source_file.h"
#include "bake/scene/scene_rules.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/grid/grid_cluster_format.h"
#include "core/map/map_id.h"

namespace waystone {
namespace {

absl::Status CheckAgents(const std::vector<AgentConfig>& agents) {
  std::set<std::string_view> names;
  for (const AgentConfig& agent : agents) {
    const AgentProfile& profile = agent.profile;
    WS_RETURN_IF_ERROR(CheckAgentConfig(agent));
    if (!names.insert(profile.name).second) {
      return InvalidArgument("agent '", Printable(profile.name), "' is there twice");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckUnique(const std::vector<std::string>& names, std::string_view kind,
                         std::set<std::string_view>& seen) {
  for (const std::string& name : names) {
    if (!seen.insert(name).second) {
      return InvalidArgument(kind, " '", Printable(name), "' is named by two areas");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckAreas(const std::vector<AreaRule>& areas) {
  std::set<int> indices;
  std::set<std::string_view> names;
  std::set<std::string_view> materials;
  std::set<std::string_view> groups;
  for (const AreaRule& area : areas) {
    const int index = area.type.index;
    if (index < 1 || index > kMaxAreaIndex) {
      return InvalidArgument("area index ", index, " must be from 1 to ", int{kMaxAreaIndex});
    }
    if (!indices.insert(index).second) return InvalidArgument("area index ", index, " is there twice");
    if (!names.insert(area.type.name).second) {
      return InvalidArgument("area '", Printable(area.type.name), "' is there twice");
    }
    WS_RETURN_IF_ERROR(CheckUnique(area.names.materials, "material", materials));
    WS_RETURN_IF_ERROR(CheckUnique(area.names.groups, "group", groups));
  }
  return absl::OkStatus();
}

absl::Status CheckVolumes(const std::vector<AreaVolume>& volumes, const SurfaceTable& table) {
  for (size_t i = 0; i < volumes.size(); ++i) {
    const std::string& name = volumes[i].area;
    const bool known =
        name == kNotWalkableArea || name == AreaType{}.name ||
        std::ranges::any_of(table.areas, [&](const AreaRule& rule) { return rule.type.name == name; });
    if (known) continue;
    return InvalidArgument("volume ", i, ": '", Printable(name), "' is not one of the areas, ground or ",
                           kNotWalkableArea);
  }
  return absl::OkStatus();
}

absl::Status CheckZones(const ZoneRules& zones) {
  constexpr uint32_t kMaxCount = 1'000'000;
  WS_RETURN_IF_ERROR(CheckSetting("main_weak_count", zones.main_weak_count, 1, kMaxCount));
  WS_RETURN_IF_ERROR(CheckSetting("main_zone_count", zones.main_zone_count, 1, kMaxCount));
  for (size_t i = 0; i < zones.spawns.size(); ++i) {
    if (!zones.spawns[i].IsFinite()) return InvalidArgument("spawn ", i, " is not finite");
  }
  return absl::OkStatus();
}

absl::Status CheckSkeleton(const SkeletonOptions& options) {
  WS_RETURN_IF_ERROR(CheckSetting("skeleton.spacing_m", options.spacing_m, 0.05, 100));
  WS_RETURN_IF_ERROR(CheckSetting("skeleton.jump_height_m", options.jump_height_m, 0, 20));
  WS_RETURN_IF_ERROR(CheckSetting("skeleton.drop_height_m", options.drop_height_m, 0, 100));
  WS_RETURN_IF_ERROR(CheckSetting<double>("skeleton.max_rounds", options.max_rounds, 1, 1e6));
  WS_RETURN_IF_ERROR(CheckSetting("skeleton.prune_m", options.prune_m, 0, 1000));
  WS_RETURN_IF_ERROR(CheckSetting("skeleton.max_arc_m", options.max_arc_m, 0.05, 1000));
  WS_RETURN_IF_ERROR(CheckSetting("skeleton.tolerance_m", options.tolerance_m, 0, 100));
  return CheckSetting("skeleton.reach_m", options.reach_m, 0, 1000);
}

}  // namespace

std::set<std::string> NamesIn(const BakeConfig& config) {
  std::set<std::string> names;
  const auto add = [&](const NameRule& rule) {
    names.insert(rule.materials.begin(), rule.materials.end());
    names.insert(rule.groups.begin(), rule.groups.end());
  };
  const SurfaceTable& surfaces = config.surfaces;
  for (const NameRule* rule : {&surfaces.ignored, &surfaces.not_solid, &surfaces.not_walkable}) add(*rule);
  for (const AreaRule& area : surfaces.areas) add(area.names);
  for (const auto& [area, cost] : config.cells.costs) names.insert(area);
  return names;
}

absl::Status CheckAgentConfig(const AgentConfig& agent) {
  constexpr size_t kMaxSets = 64;
  WS_RETURN_IF_ERROR(CheckAgentProfile(agent.profile));
  const std::string who = StrCat("agent '", Printable(agent.profile.name), "': ");
  const absl::Status links = CheckLinkGenOptions(agent.links);
  if (!links.ok()) return InvalidArgument(who, links.message());
  if (agent.ability_sets.size() > kMaxSets) {
    return InvalidArgument(who, "more than ", kMaxSets, " ability_sets");
  }
  const std::set<std::vector<std::string>> sets(agent.ability_sets.begin(), agent.ability_sets.end());
  if (sets.size() == agent.ability_sets.size()) return absl::OkStatus();
  return InvalidArgument(who, "a set of ability_sets is there twice");
}

absl::Status CheckBakeConfig(const BakeConfig& config) {
  if (!config.map_id.empty()) WS_RETURN_IF_ERROR(CheckMapId(config.map_id));
  WS_RETURN_IF_ERROR(CheckSetting("scale", config.import.scale, 1e-6, 1e6));
  WS_RETURN_IF_ERROR(CheckAgents(config.agents));
  WS_RETURN_IF_ERROR(CheckAreas(config.surfaces.areas));
  WS_RETURN_IF_ERROR(CheckVolumes(config.volumes, config.surfaces));
  WS_RETURN_IF_ERROR(CheckSetting("portal_spacing_m", config.hierarchy_rules.spacing_m, 0.5, 1000));
  WS_RETURN_IF_ERROR(CheckSetting("clusters.polygons", config.cluster_rules.polygons, 2, 32768));
  WS_RETURN_IF_ERROR(CheckSkeleton(config.skeleton_options));
  WS_RETURN_IF_ERROR(CheckCellRules(config.cells));
  WS_RETURN_IF_ERROR(CheckSetting("trunk.count", config.trunk_options.point_count, 2, kMaxTrunkPoints));
  WS_RETURN_IF_ERROR(CheckSetting("trunk.max_detour", config.trunk_options.max_detour, 1, 10));
  if (config.grid_goal_bounds == BakeSwitch::kOn && config.grid_jps_plus == BakeSwitch::kOff) {
    return absl::InvalidArgumentError(
        "grid.goal_bounds: on needs the jumps that grid.jps_plus: off leaves out");
  }
  WS_RETURN_IF_ERROR(CheckSetting("grid.blocks", config.grid_cluster_side, kMinClusterSide, kMaxClusterSide));
  for (const std::optional<Vec3>& corner : {config.volume_settings.min, config.volume_settings.max}) {
    if (!corner.value_or(Vec3()).IsFinite()) {
      return absl::InvalidArgumentError("volume.min and volume.max must be finite");
    }
  }
  WS_RETURN_IF_ERROR(CheckScenes(config.scenes));
  if (config.scene_cell_m != 0)
    WS_RETURN_IF_ERROR(CheckSetting("scene_cell_m", config.scene_cell_m, 0.05, 10));
  WS_RETURN_IF_ERROR(CheckNamedPlaces(config.places));
  return CheckZones(config.zones);
}

}  // namespace waystone
