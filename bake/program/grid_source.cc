#include "bake/program/grid_source.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "bake/config/settings_use.h"
#include "bake/config/strategy.h"
#include "bake/grid/grid_packer.h"
#include "bake/grid/grid_surface.h"
#include "bake/import/grid_importer.h"
#include "bake/import/source_file.h"
#include "bake/program/grid_extras.h"
#include "bake/program/waypoint_source.h"
#include "bake/waypoint/open_area.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr double kDefaultCell_m = 1.0;
constexpr double kMinCell_m = 0.01;
constexpr double kMaxCell_m = 100;
constexpr double kLattice_m = 4;  // between waypoints over open ground
// More take several gigabytes and minutes while they are thinned.
constexpr uint64_t kMaxSkeletonCells = 20'000'000;

std::vector<UnknownName> UnknownCosts(const CellRules& rules, const GridCells& cells) {
  std::vector<UnknownName> unknown;
  for (const auto& [name, cost] : rules.costs) {
    const auto is_it = [&area_name = name](const AreaType& type) { return type.name == area_name; };
    if (std::any_of(cells.area_types.begin(), cells.area_types.end(), is_it)) continue;
    unknown.push_back({name, StrCat("grid.costs: there is no area ", Quoted(name))});
  }
  return unknown;
}

// A grid knows nothing of links: searches over its cells would not take them.
absl::Status CheckSettings(const BakeConfig& config, SurfaceKind surface) {
  if (!config.volumes.empty()) {
    return absl::InvalidArgumentError("the source is cells: volumes only change ground cut from triangles");
  }
  if (config.agents.size() > 1) {
    return absl::InvalidArgumentError(
        StrCat("the source is cells free for one agent, and the settings have ", config.agents.size()));
  }
  if (surface == SurfaceKind::kGrid && !config.links.empty()) {
    return absl::InvalidArgumentError("a grid has no links; strategy navmesh takes them");
  }
  return absl::OkStatus();
}

MapTraits TraitsOf(const GridCells& cells) {
  std::array<bool, kMaxGridAreas> is_used{};
  for (const uint8_t area : cells.areas) is_used[area] = true;
  std::set<float> costs;
  for (uint32_t area = 1; area < kMaxGridAreas; ++area) {
    if (is_used[area]) costs.insert(cells.area_cost[area]);
  }
  return {SourceShape::kCells, static_cast<uint32_t>(costs.size()), is_used[0]};
}

// Whole metres, so that positions relative to it are as exact as the source's.
Vec3 OriginFor(const GridCells& cells) {
  const Vec3 half = Vec3(cells.columns, 0, cells.rows) * (cells.cell_size_m / 2);
  const Vec3 middle = cells.origin + half;
  return {std::round(middle.x), std::round(middle.y), std::round(middle.z)};
}

uint64_t GridBytes(const GridData& grid) {
  return sizeof(grid.header) + (grid.row_words.size() + grid.column_words.size()) * sizeof(uint64_t) +
         grid.areas.size();
}

absl::Status FillSurfaces(const BakeJob& job, const GridCells& cells, BakeLog& log, MapSurfaces& surfaces) {
  const MapTraits traits = TraitsOf(cells);
  WS_ASSIGN_OR_RETURN(const Strategy strategy, ChooseStrategy(traits, job.config.strategy));
  WS_RETURN_IF_ERROR(CheckSettings(job.config, strategy.surface));
  WS_RETURN_IF_ERROR(CheckSettingsUse(job.config, {SourceShape::kCells, strategy.surface, job.source_path},
                                      log.report.warnings));
  const AgentConfig agent = job.config.agents.empty() ? AgentConfig{} : job.config.agents[0];
  surfaces.surface = strategy.surface;
  surfaces.strategy_reason = strategy.reason;
  if (strategy.surface == SurfaceKind::kWaypoint) {
    const OpenArea area{cells.origin, cells.cell_size_m, cells.columns, cells.rows};
    surfaces.areas = {AreaType{}};
    return AddWaypoints(job, WaypointsOfOpenArea(area, std::max(kLattice_m, cells.cell_size_m)), log,
                        surfaces);
  }
  surfaces.origin = OriginFor(cells);
  surfaces.areas = cells.area_types;
  WS_ASSIGN_OR_RETURN(const PolygonSoup soup, SoupOfCells(cells, surfaces.origin, agent.profile.max_climb_m));
  log.EndStage("rectangles", agent.profile.name, "polygons", soup.polygons.size(), 0);
  WS_RETURN_IF_ERROR(AddSurface(agent, soup, log, surfaces));
  if (strategy.surface != SurfaceKind::kGrid) return absl::OkStatus();
  surfaces.grid = PackGrid(cells, surfaces.origin);
  if (job.config.skeleton && surfaces.grid->header.free_count > kMaxSkeletonCells) {
    surfaces.may_have_skeleton = false;
    StrAppend(surfaces.strategy_reason, "; without a skeleton: ", surfaces.grid->header.free_count,
              " free cells, the limit is ", kMaxSkeletonCells);
  }
  log.EndStage("grid", "", "free cells", surfaces.grid->header.free_count, GridBytes(*surfaces.grid));
  return BakeGridExtras(job, log, surfaces);
}

}  // namespace

absl::StatusOr<MapSurfaces> SurfacesFromGrid(const BakeJob& job, BakeLog& log) {
  const BakeConfig& config = job.config;
  const double cell_m = config.voxels.cell_size_m == 0 ? kDefaultCell_m : config.voxels.cell_size_m;
  if (!(cell_m >= kMinCell_m && cell_m <= kMaxCell_m)) {
    return absl::InvalidArgumentError(StrCat(PrintablePath(job.source_path), ": the cell size is ", cell_m,
                                             " m and must be from ", kMinCell_m, " to ", kMaxCell_m));
  }
  WS_ASSIGN_OR_RETURN(ImportedGrid source,
                      ImportGrid(job.source_path, config.cells, config.surfaces.areas, cell_m));
  log.TellOf(UnknownCosts(config.cells, source.cells), config.shared_names);
  log.EndStage("import", "", "cells", source.cells.areas.size(), source.size_bytes);
  MapSurfaces surfaces;
  surfaces.source_sha256 = std::move(source.sha256);
  surfaces.source_files = std::move(source.files);
  const absl::Status status = FillSurfaces(job, source.cells, log, surfaces);
  if (status.ok()) return surfaces;
  return absl::Status(status.code(), StrCat(PrintablePath(job.source_path), ": ", status.message()));
}

}  // namespace waystone
