#include "bake/config/settings_use.h"

#include <string>
#include <string_view>

#include "bake/import/source_file.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

struct Setting {
  std::string_view key;
  bool is_given;
  bool has_effect;
};

std::string_view NameOf(SourceShape shape) {
  switch (shape) {
    case SourceShape::kMesh:
      return "triangles";
    case SourceShape::kPolygons:
      return "polygons";
    case SourceShape::kCells:
      return "cells";
    case SourceShape::kNodes:
      return "waypoints";
  }
  return "";
}

void AddSourceSettings(const BakeConfig& config, const BakeKind& kind, std::vector<Setting>& settings) {
  const ImportOptions plain;
  const bool is_mesh = kind.shape == SourceShape::kMesh;
  const bool is_cells = kind.shape == SourceShape::kCells;
  const VoxelOptions& voxels = config.voxels;
  settings.insert(settings.end(),
                  {{"scale", config.import.scale != plain.scale, !is_cells},
                   {"up_axis", config.import.up_axis != plain.up_axis, !is_cells},
                   {"cell_size_m", voxels.cell_size_m != 0, is_mesh || is_cells},
                   {"cell_height_m", voxels.cell_height_m != 0, is_mesh},
                   {"tile_size_m", voxels.tile_size_m != 0, is_mesh},
                   {"materials and groups", HasNameRules(config.surfaces), is_mesh},
                   {"areas", !config.surfaces.areas.empty(), kind.surface != SurfaceKind::kWaypoint}});
}

void AddGridSettings(const BakeConfig& config, const BakeKind& kind, std::vector<Setting>& settings) {
  const CellRules& cells = config.cells;
  const bool is_cells = kind.shape == SourceShape::kCells;
  const bool is_grid = kind.surface == SurfaceKind::kGrid;
  const std::string extension = SourceExtension(std::string(kind.source_path));
  settings.insert(settings.end(),
                  {{"grid.origin", cells.origin != Vec3(), is_cells},
                   {"grid.letters", !cells.letters.empty(), is_cells && extension == "map"},
                   {"grid.colors", !cells.colors.empty(), is_cells && extension == "png"},
                   {"grid.costs", !cells.costs.empty(), is_grid},
                   {"grid.hierarchy", config.grid_hierarchy != BakeSwitch::kAuto, is_grid},
                   {"grid.jps_plus", config.grid_jps_plus != BakeSwitch::kAuto, is_grid},
                   {"grid.goal_bounds", config.grid_goal_bounds != BakeSwitch::kAuto, is_grid},
                   {"grid.blocks", config.grid_blocks != BakeSwitch::kAuto, is_grid}});
}

void AddSurfaceSettings(const BakeConfig& config, const BakeKind& kind, std::vector<Setting>& settings) {
  const HierarchyRules rules;
  const SkeletonOptions plain;
  const SkeletonOptions& skeleton = config.skeleton_options;
  const bool is_navmesh = kind.surface == SurfaceKind::kNavmesh;
  const bool is_thinned = kind.surface != SurfaceKind::kWaypoint;  // a graph is its own skeleton
  settings.insert(
      settings.end(),
      {{"portal_spacing_m", config.hierarchy_rules.spacing_m != rules.spacing_m, is_navmesh},
       {"hierarchy_min_polygons", config.hierarchy_rules.min_polygons != rules.min_polygons, is_navmesh},
       {"clusters", config.clusters == BakeSwitch::kOn, is_navmesh},
       {"skeleton.spacing_m", skeleton.spacing_m != plain.spacing_m, is_navmesh},
       {"skeleton.jump_height_m", skeleton.jump_height_m != plain.jump_height_m, is_navmesh},
       {"skeleton.drop_height_m", skeleton.drop_height_m != plain.drop_height_m, is_navmesh},
       {"skeleton.leaps", skeleton.leaps != plain.leaps, is_navmesh},
       {"skeleton.thinning", skeleton.rule != plain.rule, is_thinned},
       {"skeleton.max_rounds", skeleton.max_rounds != plain.max_rounds, is_thinned},
       {"skeleton.prune_m", skeleton.prune_m != plain.prune_m, is_thinned},
       {"skeleton.max_arc_m", skeleton.max_arc_m != plain.max_arc_m, is_thinned},
       {"skeleton.tolerance_m", skeleton.tolerance_m != plain.tolerance_m, is_thinned}});
}

}  // namespace

absl::Status CheckSettingsUse(const BakeConfig& config, const BakeKind& kind,
                              std::vector<std::string>& warnings) {
  const std::string surface =
      StrCat("a ", StrategyName(kind.surface), kind.surface == SurfaceKind::kWaypoint ? " graph" : "");
  if (config.trunk && kind.surface != SurfaceKind::kGrid) {
    return absl::InvalidArgumentError(StrCat("trunk: joins cells of a grid, and this map is ", surface));
  }
  std::vector<Setting> settings;
  AddSourceSettings(config, kind, settings);
  AddGridSettings(config, kind, settings);
  AddSurfaceSettings(config, kind, settings);
  std::string unused;
  for (const Setting& setting : settings) {
    if (!setting.is_given || setting.has_effect) continue;
    StrAppend(unused, unused.empty() ? "" : ", ", setting.key);
  }
  if (unused.empty()) return absl::OkStatus();
  warnings.push_back(StrCat("without effect where ", NameOf(kind.shape), " become ", surface, ": ", unused));
  return absl::OkStatus();
}

}  // namespace waystone
