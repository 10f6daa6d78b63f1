#include "bake/config/bake_config.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "absl/status/status.h"
#include "bake/config/link_rules.h"
#include "bake/import/source_file.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/grid/grid_cluster_format.h"
#include "core/map/map_id.h"

namespace waystone {
namespace {

constexpr double kMinScale = 1e-6;
constexpr double kMaxScale = 1e6;
constexpr uint32_t kMinClusterPolygons = 2;
constexpr uint32_t kMaxClusterPolygons = 32768;
constexpr double kMinSpacing_m = 0.5;
constexpr double kMaxSpacing_m = 1000;
constexpr double kMaxDetour = 10;

absl::Status CheckAgents(const std::vector<AgentConfig>& agents) {
  std::set<std::string_view> names;
  for (const AgentConfig& agent : agents) {
    const AgentProfile& profile = agent.profile;
    WS_RETURN_IF_ERROR(CheckAgentConfig(agent));
    if (!names.insert(profile.name).second) {
      return absl::InvalidArgumentError(StrCat("agent '", Printable(profile.name), "' is there twice"));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckUnique(const std::vector<std::string>& names, std::string_view kind,
                         std::set<std::string_view>& seen) {
  for (const std::string& name : names) {
    if (!seen.insert(name).second) {
      return absl::InvalidArgumentError(StrCat(kind, " '", Printable(name), "' is named by two areas"));
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
      return absl::InvalidArgumentError(
          StrCat("area index ", index, " must be from 1 to ", int{kMaxAreaIndex}));
    }
    if (!indices.insert(index).second) {
      return absl::InvalidArgumentError(StrCat("area index ", index, " is there twice"));
    }
    if (!names.insert(area.type.name).second) {
      return absl::InvalidArgumentError(StrCat("area '", Printable(area.type.name), "' is there twice"));
    }
    WS_RETURN_IF_ERROR(CheckUnique(area.names.materials, "material", materials));
    WS_RETURN_IF_ERROR(CheckUnique(area.names.groups, "group", groups));
  }
  return absl::OkStatus();
}

absl::Status CheckVolumes(const std::vector<AreaVolume>& volumes, const SurfaceTable& table) {
  for (size_t i = 0; i < volumes.size(); ++i) {
    const std::string& name = volumes[i].area;
    const bool known = name == kNotWalkableArea || name == AreaType{}.name ||
                       std::any_of(table.areas.begin(), table.areas.end(),
                                   [&](const AreaRule& rule) { return rule.type.name == name; });
    if (known) continue;
    return absl::InvalidArgumentError(StrCat("volume ", i, ": '", Printable(name),
                                             "' is not one of the areas, ground or ", kNotWalkableArea));
  }
  return absl::OkStatus();
}

absl::Status CheckZones(const ZoneRules& zones) {
  constexpr uint32_t kMaxCount = 1'000'000;
  if (zones.main_weak_count < 1 || zones.main_weak_count > kMaxCount) {
    return absl::InvalidArgumentError(
        StrCat("main_weak_count is ", zones.main_weak_count, " and must be from 1 to ", kMaxCount));
  }
  if (zones.main_zone_count < 1 || zones.main_zone_count > kMaxCount) {
    return absl::InvalidArgumentError(
        StrCat("main_zone_count is ", zones.main_zone_count, " and must be from 1 to ", kMaxCount));
  }
  for (size_t i = 0; i < zones.spawns.size(); ++i) {
    if (!zones.spawns[i].IsFinite()) return absl::InvalidArgumentError(StrCat("spawn ", i, " is not finite"));
  }
  return absl::OkStatus();
}

absl::Status CheckTrunk(const TrunkOptions& options) {
  if (options.point_count < 2 || options.point_count > kMaxTrunkPoints) {
    return absl::InvalidArgumentError(
        StrCat("trunk.count is ", options.point_count, " and must be from 2 to ", kMaxTrunkPoints));
  }
  if (options.max_detour >= 1 && options.max_detour <= kMaxDetour) return absl::OkStatus();
  return absl::InvalidArgumentError(
      StrCat("trunk.max_detour is ", options.max_detour, " and must be from 1 to ", kMaxDetour));
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
  if (!links.ok()) return absl::InvalidArgumentError(StrCat(who, links.message()));
  if (agent.ability_sets.size() > kMaxSets) {
    return absl::InvalidArgumentError(StrCat(who, "more than ", kMaxSets, " ability_sets"));
  }
  const std::set<std::vector<std::string>> sets(agent.ability_sets.begin(), agent.ability_sets.end());
  if (sets.size() == agent.ability_sets.size()) return absl::OkStatus();
  return absl::InvalidArgumentError(StrCat(who, "a set of ability_sets is there twice"));
}

namespace {

struct SkeletonRange {
  const char* field;
  double value;
  double least;
  double most;
};

absl::Status CheckSkeleton(const SkeletonOptions& options) {
  const SkeletonRange ranges[] = {{"spacing_m", options.spacing_m, 0.05, 100},
                                  {"jump_height_m", options.jump_height_m, 0, 20},
                                  {"drop_height_m", options.drop_height_m, 0, 100},
                                  {"max_rounds", static_cast<double>(options.max_rounds), 1, 1e6},
                                  {"prune_m", options.prune_m, 0, 1000},
                                  {"max_arc_m", options.max_arc_m, 0.05, 1000},
                                  {"tolerance_m", options.tolerance_m, 0, 100}};
  for (const SkeletonRange& range : ranges) {
    if (range.value >= range.least && range.value <= range.most) continue;
    return absl::InvalidArgumentError(StrCat("skeleton.", range.field, " is ", range.value,
                                             " and must be from ", range.least, " to ", range.most));
  }
  return absl::OkStatus();
}

absl::Status CheckGridSwitches(const BakeConfig& config) {
  if (config.grid_goal_bounds != BakeSwitch::kOn || config.grid_jps_plus != BakeSwitch::kOff) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      "grid.goal_bounds: on needs the jumps that grid.jps_plus: off leaves out");
}

}  // namespace

absl::Status CheckBakeConfig(const BakeConfig& config) {
  if (!config.map_id.empty()) WS_RETURN_IF_ERROR(CheckMapId(config.map_id));
  if (!(config.import.scale >= kMinScale && config.import.scale <= kMaxScale)) {
    return absl::InvalidArgumentError(
        StrCat("scale is ", config.import.scale, " and must be from ", kMinScale, " to ", kMaxScale));
  }
  WS_RETURN_IF_ERROR(CheckAgents(config.agents));
  WS_RETURN_IF_ERROR(CheckAreas(config.surfaces.areas));
  WS_RETURN_IF_ERROR(CheckVolumes(config.volumes, config.surfaces));
  const double spacing_m = config.hierarchy_rules.spacing_m;
  if (!(spacing_m >= kMinSpacing_m && spacing_m <= kMaxSpacing_m)) {
    return absl::InvalidArgumentError(StrCat("portal_spacing_m is ", spacing_m, " and must be from ",
                                             kMinSpacing_m, " to ", kMaxSpacing_m));
  }
  const uint32_t polygons = config.cluster_rules.polygons;
  if (polygons < kMinClusterPolygons || polygons > kMaxClusterPolygons) {
    return absl::InvalidArgumentError(StrCat("clusters.polygons is ", polygons, " and must be from ",
                                             kMinClusterPolygons, " to ", kMaxClusterPolygons));
  }
  WS_RETURN_IF_ERROR(CheckSkeleton(config.skeleton_options));
  WS_RETURN_IF_ERROR(CheckCellRules(config.cells));
  WS_RETURN_IF_ERROR(CheckTrunk(config.trunk_options));
  WS_RETURN_IF_ERROR(CheckGridSwitches(config));
  if (config.grid_cluster_side < kMinClusterSide || config.grid_cluster_side > kMaxClusterSide) {
    return absl::InvalidArgumentError(StrCat("grid.blocks is ", config.grid_cluster_side,
                                             " and must be from ", kMinClusterSide, " to ", kMaxClusterSide));
  }
  WS_RETURN_IF_ERROR(CheckNamedPlaces(config.places));
  return CheckZones(config.zones);
}

}  // namespace waystone
