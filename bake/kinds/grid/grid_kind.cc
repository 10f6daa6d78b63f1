#include "bake/kinds/grid/grid_kind.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bake/grid/bound_baker.h"
#include "bake/grid/cell_polys.h"
#include "bake/grid/grid_cluster_baker.h"
#include "bake/grid/hub_label_baker.h"
#include "bake/grid/jump_baker.h"
#include "bake/grid/jump_choice.h"
#include "bake/grid/trunk_baker.h"
#include "bake/skeleton/grid_launch.h"
#include "bake/skeleton/lap_clock.h"
#include "bake/stages/shared_stages.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

// Tells that a part is left out: an error if the settings demand the part, else a remark.
absl::Status LeaveOut(BakeSwitch wanted, std::string_view key, std::string_view what, std::string_view why,
                      MapSurfaces& surfaces) {
  if (wanted == BakeSwitch::kOn) {
    return InvalidArgument("grid.", key, ": on, but this map cannot have ", what, ": ", why);
  }
  StrAppend(surfaces.strategy_reason, "; without ", what, ": ", why);
  return absl::OkStatus();
}

// It serves whatever baked jumps could, mostly faster: neither is of use where cells are changed or cost
// differently.
bool HasHubLabels(const GridData& grid) { return !grid.hub_labels.empty(); }
constexpr std::string_view kLabelsServe = "the hub labels serve the same requests";

// Above as many cells jumps are not baked by themselves.
constexpr uint64_t kMaxCellsWithoutClusters = JumpBakeOptions().max_cells;

// The places that the settings name, as cells.
absl::StatusOr<std::vector<Cell>> TrunkCells(const BakeConfig& config, const GridView& grid,
                                             const Vec3& origin) {
  std::vector<Cell> cells;
  for (size_t i = 0; i < config.trunk_points.size(); ++i) {
    const std::optional<Cell> cell = grid.CellAt(config.trunk_points[i] - origin);
    if (!cell.has_value()) return InvalidArgument("trunk.points[", i, "] lies outside of the grid");
    cells.push_back(*cell);
  }
  return cells;
}

bool WantsHubLabels(const BakeRun& run) {
  return run.job.config.hierarchy && run.job.config.grid_hub_labels != BakeSwitch::kOff;
}

absl::Status AddHubLabels(BakeRun& run) {
  const BakeSwitch wanted = run.job.config.grid_hub_labels;
  WS_ASSIGN_OR_RETURN(const GridView grid, GridView::Create(*run.surfaces.grid));
  HubLabelOptions options;
  if (wanted == BakeSwitch::kOn) {
    options.max_corners = std::numeric_limits<uint32_t>::max();
    options.max_bytes_per_cell = std::numeric_limits<uint32_t>::max();
    options.max_steps = std::numeric_limits<uint64_t>::max();
  }
  HubLabelResult result = BakeHubLabels(grid, options);
  if (!result.left_out.empty()) {
    return LeaveOut(wanted, "hub_labels", "hub labels", result.left_out, run.surfaces);
  }
  run.log.EndStage("", "corners", result.corner_count, result.size_bytes);
  run.surfaces.grid->hub_labels = std::move(result.data);
  return absl::OkStatus();
}

bool WantsJumps(const BakeRun& run) { return run.job.config.grid_jps_plus != BakeSwitch::kOff; }

absl::Status AddJumps(BakeRun& run) {
  const BakeConfig& config = run.job.config;
  GridData& grid = *run.surfaces.grid;
  const bool are_for_bounds = config.grid_goal_bounds == BakeSwitch::kOn;
  JumpBakeOptions options;
  if (config.grid_jps_plus == BakeSwitch::kOn || are_for_bounds) {
    options.max_cells = std::numeric_limits<uint64_t>::max();
  } else if (HasHubLabels(grid)) {
    return LeaveOut(BakeSwitch::kAuto, "jps_plus", "baked jumps", kLabelsServe, run.surfaces);
  }
  const std::string left_out = BakeJumps(options, grid);
  if (left_out.empty()) {
    run.log.EndStage("", "cells", grid.jumps.size() / kJumpsPerCell, BytesIn(grid.jumps));
    return absl::OkStatus();
  }
  if (are_for_bounds) return LeaveOut(BakeSwitch::kOn, "goal_bounds", "goal bounds", left_out, run.surfaces);
  return LeaveOut(config.grid_jps_plus, "jps_plus", "baked jumps", left_out, run.surfaces);
}

bool WantsBounds(const BakeRun& run) {
  return run.job.config.grid_goal_bounds != BakeSwitch::kOff && !run.surfaces.grid->jumps.empty();
}

absl::Status AddBounds(BakeRun& run) {
  const BakeSwitch wanted = run.job.config.grid_goal_bounds;
  GridData& grid = *run.surfaces.grid;
  BoundBakeOptions options;
  options.threads = run.job.thread_count;
  if (wanted == BakeSwitch::kOn) {
    options.max_free_cells = std::numeric_limits<uint64_t>::max();
    options.max_settled = std::numeric_limits<uint64_t>::max();
    options.max_bytes_per_cell = std::numeric_limits<double>::infinity();
  } else if (HasHubLabels(grid)) {
    return LeaveOut(wanted, "goal_bounds", "goal bounds", kLabelsServe, run.surfaces);
  }
  const std::string left_out = BakeBounds(options, grid);
  if (!left_out.empty()) return LeaveOut(wanted, "goal_bounds", "goal bounds", left_out, run.surfaces);
  run.log.EndStage("", "cells", grid.bounds.size() / kJumpsPerCell, BytesIn(grid.bounds));
  return absl::OkStatus();
}

bool WantsJumpChoice(const BakeRun& run) {
  const GridData& grid = *run.surfaces.grid;
  return !grid.jumps.empty() && grid.bounds.empty() && !HasHubLabels(grid);
}

// Drops jumps that nobody insists on if plain jump point search is faster: without them it is what searches
// take. Goal bounds are baked only where turns are rare, and there jumps are the faster ones anyway.
absl::Status ChooseGridSearch(BakeRun& run) {
  GridData& grid = *run.surfaces.grid;
  const JumpChoice choice = ChooseJumps(grid);
  run.log.EndStage("", "sampled searches", choice.search_count, 0);
  std::string_view verdict = "with baked jumps, which are faster than plain ones";
  if (choice.is_bits && run.job.config.grid_jps_plus == BakeSwitch::kOn) {
    verdict = "with baked jumps as the settings ask, though plain ones are faster";
  } else if (choice.is_bits) {
    grid.jumps = {};
    verdict = "without baked jumps: plain ones are faster";
  }
  StrAppend(run.surfaces.strategy_reason, "; ", verdict, ": ", choice.reason);
  return absl::OkStatus();
}

bool WantsClusters(const BakeRun& run) {
  const BakeSwitch wanted = run.job.config.grid_clusters;
  if (wanted != BakeSwitch::kAuto) return wanted == BakeSwitch::kOn;
  const GridData& grid = *run.surfaces.grid;
  return !HasHubLabels(grid) && grid.jumps.empty() &&
         uint64_t{grid.header.columns} * grid.header.rows > kMaxCellsWithoutClusters;
}

absl::Status AddClusters(BakeRun& run) {
  WS_ASSIGN_OR_RETURN(const GridView grid, GridView::Create(*run.surfaces.grid));
  const GridClusterOptions options{.side = run.job.config.grid_cluster_side,
                                   .thread_count = run.job.thread_count};
  const GridClusterData& clusters = run.surfaces.grid->clusters.emplace(BakeGridClusters(grid, options));
  run.log.EndStage("", "entrances", clusters.entrances.size(), GridClusterBytes(clusters));
  return absl::OkStatus();
}

bool WantsTrunk(const BakeRun& run) { return run.job.config.trunk; }

absl::Status AddTrunk(BakeRun& run) {
  WS_ASSIGN_OR_RETURN(const GridView grid, GridView::Create(*run.surfaces.grid));
  TrunkOptions options = run.job.config.trunk_options;
  options.thread_count = run.job.thread_count;
  WS_ASSIGN_OR_RETURN(options.points, TrunkCells(run.job.config, grid, run.surfaces.origin));
  WS_ASSIGN_OR_RETURN(run.surfaces.grid->trunk, BakeTrunk(grid, options));
  const TrunkData& trunk = *run.surfaces.grid->trunk;
  run.log.EndStage("", "stretches", trunk.stretches.size(),
                   BytesIn(trunk.points, trunk.stretches, trunk.turns, trunk.least_costs));
  return absl::OkStatus();
}

// Only the cell of a place itself: worlds go by that, too.
absl::Status TellOfGrid(BakeRun& run) {
  SurfaceWorkspace workspace;
  return TellOfSurfaces(run, [&](const NavmeshView& mesh, const Vec3& position) {
    return Snap(mesh, position, {.radius_m = 0, .max_above_m = kSnapReport_m, .max_below_m = kSnapReport_m},
                workspace);
  });
}

absl::StatusOr<BuiltSkeleton> BuildForGrid(const GridData& data, const NavmeshView& mesh,
                                           const SkeletonOptions& options) {
  WS_ASSIGN_OR_RETURN(const GridView grid, GridView::Create(data));
  LapClock clock;
  const std::vector<uint32_t> polys = PolysOfCells(grid, mesh);
  std::vector<uint8_t> is_free(polys.size());
  std::transform(polys.begin(), polys.end(), is_free.begin(),
                 [](uint32_t poly) { return poly == kNoCellPoly ? uint8_t{0} : uint8_t{1}; });
  const GridHeader& h = grid.header();
  const GridSource source{.width = h.columns,
                          .height = h.rows,
                          .free_cells = is_free,
                          .cell_m = h.cell_size_m,
                          .origin = {h.corner_x_m, h.height_m, h.corner_z_m},
                          .polys = polys};
  BuiltSkeleton built;
  built.cast_s = clock.Lap();
  WS_ASSIGN_OR_RETURN(static_cast<FinishedSkeleton&>(built), BuildGridSkeleton(source, options));
  return built;
}

bool WantsGridSkeleton(const BakeRun& run) {
  return WantsSkeleton(run) && MayHaveSkeleton(*run.surfaces.grid);
}

absl::Status BakeGridSkeletons(BakeRun& run) {
  return AddSkeletons(run, [&](const NavmeshView& mesh, const LinkView&, size_t i) {
    return BuildForGrid(*run.surfaces.grid, mesh, SkeletonOptionsOf(run, run.variants[i]));
  });
}

}  // namespace

std::span<const BakeStage> GridStages() {
  static constexpr BakeStage kStages[] = {
      {"hub_labels", InSource<AddHubLabels>, WantsHubLabels},
      {"jumps", InSource<AddJumps>, WantsJumps},
      {"goal bounds", InSource<AddBounds>, WantsBounds},
      {"jump choice", InSource<ChooseGridSearch>, WantsJumpChoice},
      {"blocks", InSource<AddClusters>, WantsClusters},
      {"trunk", InSource<AddTrunk>, WantsTrunk},
      {"surfaces", TellOfGrid},
      {"links", BakeLinks},
      {"variants", PlanVariants},
      {"zones", BakeAllZones},
      {"skeleton", BakeGridSkeletons, WantsGridSkeleton},
  };
  return kStages;
}

}  // namespace waystone
