#include <algorithm>
#include <cmath>
#include <set>

#include "bake/grid/grid_packer.h"
#include "bake/grid/grid_surface.h"
#include "bake/import/grid_importer.h"
#include "bake/kinds/grid/grid_kind.h"
#include "bake/kinds/waypoint/waypoint_kind.h"
#include "bake/stages/bake_cost.h"
#include "bake/stages/shared_stages.h"
#include "bake/waypoint/open_area.h"
#include "core/base/invalid_argument.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr double kDefaultCell_m = 1.0;
constexpr double kMinCell_m = 0.01;
constexpr double kMaxCell_m = 100;
constexpr double kLattice_m = 4;  // between waypoints over open ground

std::vector<UnknownName> UnknownCosts(const CellRules& rules, const GridCells& cells) {
  std::vector<UnknownName> unknown;
  for (const auto& [name, cost] : rules.costs) {
    const auto is_it = [&area_name = name](const AreaType& type) { return type.name == area_name; };
    if (std::ranges::any_of(cells.area_types, is_it)) continue;
    unknown.push_back({name, StrCat("grid.costs: there is no area ", Quoted(name))});
  }
  return unknown;
}

absl::Status CheckSettings(const BakeRun& run) {
  const BakeConfig& config = run.job.config;
  if (!config.volumes.empty()) {
    return absl::InvalidArgumentError("the source is cells: volumes only change ground cut from triangles");
  }
  if (config.agents.size() > 1) {
    return InvalidArgument("the source is cells free for one agent, and the settings have ",
                           config.agents.size());
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

absl::Status MakeLattice(const GridCells& cells, BakeRun& run) {
  const OpenArea area{cells.origin, cells.cell_size_m, cells.columns, cells.rows};
  run.surfaces.areas = {AreaType{}};
  return AddWaypoints(WaypointsOfOpenArea(area, std::max(kLattice_m, cells.cell_size_m)), run);
}

absl::Status MakeMesh(const GridCells& cells, BakeRun& run) {
  MapSurfaces& surfaces = run.surfaces;
  const AgentConfig agent = run.OneAgent();
  surfaces.origin = OriginFor(cells);
  surfaces.areas = cells.area_types;
  run.log.Begin("rectangles");
  WS_ASSIGN_OR_RETURN(const PolygonSoup soup, SoupOfCells(cells, surfaces.origin, agent.profile.max_climb_m));
  run.log.EndStage(agent.profile.name, "polygons", soup.polygons.size(), 0);
  return AddSurface(agent, soup, run);
}

// A grid knows nothing of links: searches over its cells would not take them.
absl::Status MakeGrid(const GridCells& cells, BakeRun& run) {
  if (!run.job.config.links.empty()) {
    return absl::InvalidArgumentError("a grid has no links; strategy navmesh takes them");
  }
  WS_RETURN_IF_ERROR(MakeMesh(cells, run));
  MapSurfaces& surfaces = run.surfaces;
  run.log.Begin("grid");
  surfaces.grid = PackGrid(cells, surfaces.origin);
  const GridData& grid = *surfaces.grid;
  if (run.job.config.skeleton && !MayHaveSkeleton(grid)) {
    StrAppend(surfaces.strategy_reason, "; without a skeleton: ", grid.header.free_count,
              " free cells, the limit is ", kMaxSkeletonCells);
  }
  run.log.EndStage("", "free cells", grid.header.free_count,
                   sizeof(grid.header) + BytesIn(grid.row_words, grid.column_words, grid.areas));
  return absl::OkStatus();
}

void TellCells(const GridCells& cells, BakeRun& run) {
  // Measured: CPU seconds.
  constexpr double kCell_s = 40e-9;
  constexpr double kLaunchPoint_s = 0.55e-6;
  constexpr double kCell_bytes = 4;
  constexpr double kLaunchPoint_bytes = 70;
  const auto all = static_cast<double>(cells.areas.size());
  const auto free =
      static_cast<uint64_t>(std::ranges::count_if(cells.areas, [](uint8_t area) { return area != 0; }));
  const bool has_skeleton = run.job.config.skeleton && free <= kMaxSkeletonCells;
  const double points = has_skeleton ? static_cast<double>(free) : 0;
  TellCost({.what = StrCat(RoughCount(all), " cells (", cells.columns, " x ", cells.rows, "), ",
                           RoughCount(points), " launch points"),
            .cpu_s = all * kCell_s + points * kLaunchPoint_s,
            .bytes = all * kCell_bytes + points * kLaunchPoint_bytes,
            .remedy = "fewer cells, or --no-skeleton"},
           run);
}

absl::Status FillSurfaces(const GridCells& cells, BakeRun& run) {
  WS_RETURN_IF_ERROR(TakeStrategy(TraitsOf(cells), run, CheckSettings));
  TellCells(cells, run);
  const SurfaceKind kind = run.surfaces.surface;
  if (kind == SurfaceKind::kWaypoint) return MakeLattice(cells, run);
  return kind == SurfaceKind::kGrid ? MakeGrid(cells, run) : MakeMesh(cells, run);
}

}  // namespace

absl::Status ReadCells(BakeRun& run) {
  const BakeConfig& config = run.job.config;
  const std::string& path = run.job.source_path;
  const double cell_m = config.voxels.cell_size_m == 0 ? kDefaultCell_m : config.voxels.cell_size_m;
  if (!(cell_m >= kMinCell_m && cell_m <= kMaxCell_m)) {
    return run.InSource(
        InvalidArgument("the cell size is ", cell_m, " m and must be from ", kMinCell_m, " to ", kMaxCell_m));
  }
  WS_ASSIGN_OR_RETURN(ImportedGrid source, ImportGrid(path, config.cells, config.surfaces.areas, cell_m));
  run.log.TellOf(UnknownCosts(config.cells, source.cells), config.shared_names);
  run.log.EndStage("", "cells", source.cells.areas.size(), source.size_bytes);
  run.surfaces.source = source;
  return run.InSource(FillSurfaces(source.cells, run));
}

}  // namespace waystone
