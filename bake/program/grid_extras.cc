#include "bake/program/grid_extras.h"

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bake/grid/block_baker.h"
#include "bake/grid/bound_baker.h"
#include "bake/grid/hierarchy_baker.h"
#include "bake/grid/jump_baker.h"
#include "bake/grid/jump_choice.h"
#include "bake/grid/trunk_baker.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/store/section_visit.h"

namespace waystone {
namespace {

// What was left out where it was to be had by all means is an error, and otherwise a remark.
absl::Status LeaveOut(BakeSwitch wanted, std::string_view key, std::string_view what, std::string_view why,
                      MapSurfaces& surfaces) {
  if (wanted == BakeSwitch::kOn) {
    return absl::InvalidArgumentError(
        StrCat("grid.", key, ": on, but this map cannot have ", what, ": ", why));
  }
  StrAppend(surfaces.strategy_reason, "; without ", what, ": ", why);
  return absl::OkStatus();
}

absl::Status AddHierarchy(BakeSwitch wanted, BakeLog& log, MapSurfaces& surfaces) {
  WS_ASSIGN_OR_RETURN(const GridView grid, GridView::Create(*surfaces.grid));
  GridHierarchyOptions options;
  if (wanted == BakeSwitch::kOn) {
    options.max_corners = std::numeric_limits<uint32_t>::max();
    options.max_bytes_per_cell = std::numeric_limits<uint32_t>::max();
    options.max_steps = std::numeric_limits<uint64_t>::max();
  }
  GridHierarchyResult result = BakeGridHierarchy(grid, options);
  if (!result.left_out.empty()) {
    return LeaveOut(wanted, "hierarchy", "a hierarchy", result.left_out, surfaces);
  }
  log.EndStage("hierarchy", "", "corners", result.corner_count, result.size_bytes);
  surfaces.grid->hierarchy = std::move(result.data);
  return absl::OkStatus();
}

// It serves whatever baked jumps could, mostly faster: neither is of use where cells are changed or cost
// differently.
bool HasHierarchy(const GridData& grid) { return !grid.hierarchy.empty(); }
constexpr std::string_view kHierarchyServes = "the hierarchy serves the same requests";

absl::Status AddJumps(const BakeConfig& config, BakeLog& log, MapSurfaces& surfaces) {
  if (config.grid_jps_plus == BakeSwitch::kOff) return absl::OkStatus();
  GridData& grid = *surfaces.grid;
  const bool are_for_bounds = config.grid_goal_bounds == BakeSwitch::kOn;
  JumpBakeOptions options;
  if (config.grid_jps_plus == BakeSwitch::kOn || are_for_bounds) {
    options.max_cells = std::numeric_limits<uint64_t>::max();
  } else if (HasHierarchy(grid)) {
    return LeaveOut(BakeSwitch::kAuto, "jps_plus", "baked jumps", kHierarchyServes, surfaces);
  }
  const std::string left_out = BakeJumps(options, grid);
  if (left_out.empty()) {
    log.EndStage("jumps", "", "cells", grid.jumps.size() / kJumpsPerCell,
                 grid.jumps.size() * sizeof(int16_t));
    return absl::OkStatus();
  }
  if (are_for_bounds) return LeaveOut(BakeSwitch::kOn, "goal_bounds", "goal bounds", left_out, surfaces);
  return LeaveOut(config.grid_jps_plus, "jps_plus", "baked jumps", left_out, surfaces);
}

absl::Status AddBounds(const BakeJob& job, BakeLog& log, MapSurfaces& surfaces) {
  const BakeSwitch wanted = job.config.grid_goal_bounds;
  GridData& grid = *surfaces.grid;
  if (wanted == BakeSwitch::kOff || grid.jumps.empty()) return absl::OkStatus();
  BoundBakeOptions options;
  options.threads = job.thread_count;
  if (wanted == BakeSwitch::kOn) {
    options.max_free_cells = std::numeric_limits<uint64_t>::max();
    options.max_settled = std::numeric_limits<uint64_t>::max();
    options.max_bytes_per_cell = std::numeric_limits<double>::infinity();
  } else if (HasHierarchy(grid)) {
    return LeaveOut(wanted, "goal_bounds", "goal bounds", kHierarchyServes, surfaces);
  }
  const std::string left_out = BakeBounds(options, grid);
  if (!left_out.empty()) return LeaveOut(wanted, "goal_bounds", "goal bounds", left_out, surfaces);
  log.EndStage("goal bounds", "", "cells", grid.bounds.size() / kJumpsPerCell,
               grid.bounds.size() * sizeof(CellBound));
  return absl::OkStatus();
}

// Drops jumps that nobody insists on if plain jump point search is faster: without them it is what searches
// take. Goal bounds are baked only where turns are rare, and there jumps are the faster ones anyway.
void ChooseSearch(BakeSwitch wanted, BakeLog& log, MapSurfaces& surfaces) {
  GridData& grid = *surfaces.grid;
  if (grid.jumps.empty() || !grid.bounds.empty() || HasHierarchy(grid)) return;
  const JumpChoice choice = ChooseJumps(grid);
  log.EndStage("jump choice", "", "sampled searches", choice.search_count, 0);
  std::string_view verdict = "with baked jumps, which are faster than plain ones";
  if (choice.is_bits && wanted == BakeSwitch::kOn) {
    verdict = "with baked jumps as the settings ask, though plain ones are faster";
  } else if (choice.is_bits) {
    grid.jumps = {};
    verdict = "without baked jumps: plain ones are faster";
  }
  StrAppend(surfaces.strategy_reason, "; ", verdict, ": ", choice.reason);
}

// Above as many cells jumps are not baked by themselves.
constexpr uint64_t kMaxCellsWithoutBlocks = JumpBakeOptions().max_cells;

bool AreBlocksWanted(const BakeConfig& config, const GridData& grid) {
  if (config.grid_blocks != BakeSwitch::kAuto) return config.grid_blocks == BakeSwitch::kOn;
  return !HasHierarchy(grid) && grid.jumps.empty() &&
         uint64_t{grid.header.columns} * grid.header.rows > kMaxCellsWithoutBlocks;
}

absl::Status AddBlocks(const BakeJob& job, BakeLog& log, MapSurfaces& surfaces) {
  if (!AreBlocksWanted(job.config, *surfaces.grid)) return absl::OkStatus();
  WS_ASSIGN_OR_RETURN(const GridView grid, GridView::Create(*surfaces.grid));
  surfaces.grid->blocks =
      BakeBlocks(grid, {.side = job.config.grid_block_side, .thread_count = job.thread_count});
  const BlockData& blocks = *surfaces.grid->blocks;
  log.EndStage("blocks", "", "entrances", blocks.entrances.size(), SectionBytes(blocks));
  return absl::OkStatus();
}

// The places that the settings name, as cells.
absl::StatusOr<std::vector<Cell>> TrunkCells(const BakeConfig& config, const GridView& grid,
                                             const Vec3& origin) {
  std::vector<Cell> cells;
  for (size_t i = 0; i < config.trunk_points.size(); ++i) {
    const std::optional<Cell> cell = grid.CellAt(config.trunk_points[i] - origin);
    if (!cell.has_value()) {
      return absl::InvalidArgumentError(StrCat("trunk.points[", i, "] lies outside of the grid"));
    }
    cells.push_back(*cell);
  }
  return cells;
}

absl::Status AddTrunk(const BakeJob& job, BakeLog& log, MapSurfaces& surfaces) {
  WS_ASSIGN_OR_RETURN(const GridView grid, GridView::Create(*surfaces.grid));
  TrunkOptions options = job.config.trunk_options;
  options.thread_count = job.thread_count;
  WS_ASSIGN_OR_RETURN(options.points, TrunkCells(job.config, grid, surfaces.origin));
  WS_ASSIGN_OR_RETURN(surfaces.grid->trunk, BakeTrunk(grid, options));
  const TrunkData& trunk = *surfaces.grid->trunk;
  log.EndStage("trunk", "", "stretches", trunk.stretches.size(), SectionBytes(trunk));
  return absl::OkStatus();
}

}  // namespace

absl::Status BakeGridExtras(const BakeJob& job, BakeLog& log, MapSurfaces& surfaces) {
  const BakeConfig& config = job.config;
  if (config.hierarchy && config.grid_hierarchy != BakeSwitch::kOff) {
    WS_RETURN_IF_ERROR(AddHierarchy(config.grid_hierarchy, log, surfaces));
  }
  WS_RETURN_IF_ERROR(AddJumps(config, log, surfaces));
  WS_RETURN_IF_ERROR(AddBounds(job, log, surfaces));
  ChooseSearch(config.grid_jps_plus, log, surfaces);
  WS_RETURN_IF_ERROR(AddBlocks(job, log, surfaces));
  return config.trunk ? AddTrunk(job, log, surfaces) : absl::OkStatus();
}

}  // namespace waystone
