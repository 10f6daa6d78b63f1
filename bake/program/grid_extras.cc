#include "bake/program/grid_extras.h"

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bake/grid/bound_baker.h"
#include "bake/grid/hierarchy_baker.h"
#include "bake/grid/jump_baker.h"
#include "bake/grid/trunk_baker.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

// What was left out where it was to be had by all means is an error, and otherwise a remark.
absl::Status LeaveOut(BakeSwitch wanted, std::string_view what, std::string_view why, MapSurfaces& surfaces) {
  if (wanted == BakeSwitch::kOn) {
    return absl::InvalidArgumentError(StrCat("grid.", what, ": on, but there are ", why));
  }
  StrAppend(surfaces.strategy_reason, "; without a ", what, ": ", why);
  return absl::OkStatus();
}

absl::Status AddHierarchy(BakeSwitch wanted, BakeLog& log, MapSurfaces& surfaces) {
  WS_ASSIGN_OR_RETURN(const GridView grid, GridView::Create(*surfaces.grid));
  GridHierarchyOptions options;
  if (wanted == BakeSwitch::kOn) {
    options.max_corners = std::numeric_limits<uint32_t>::max();
    options.max_bytes_per_cell = std::numeric_limits<uint32_t>::max();
  }
  GridHierarchyResult result = BakeGridHierarchy(grid, options);
  if (!result.left_out.empty()) return LeaveOut(wanted, "hierarchy", result.left_out, surfaces);
  log.EndStage("hierarchy", "", "corners", result.corner_count, result.size_bytes);
  surfaces.grid->hierarchy = std::move(result.data);
  return absl::OkStatus();
}

void AddJumps(BakeLog& log, MapSurfaces& surfaces) {
  GridData& grid = *surfaces.grid;
  const std::string left_out = BakeJumps({}, grid);
  log.EndStage("jumps", "", "cells", grid.jumps.size() / kJumpsPerCell, grid.jumps.size() * sizeof(int16_t));
  if (!left_out.empty()) StrAppend(surfaces.strategy_reason, "; without baked jumps: ", left_out);
}

// A hierarchy is faster.
void AddBounds(const BakeJob& job, BakeLog& log, MapSurfaces& surfaces) {
  GridData& grid = *surfaces.grid;
  if (grid.jumps.empty() || !GridHierarchyView(grid.hierarchy).empty()) return;
  BoundBakeOptions options;
  options.threads = job.thread_count;
  const std::string left_out = BakeBounds(options, grid);
  log.EndStage("goal bounds", "", "cells", grid.bounds.size() / kJumpsPerCell,
               grid.bounds.size() * sizeof(CellBound));
  if (!left_out.empty()) StrAppend(surfaces.strategy_reason, "; without goal bounds: ", left_out);
}

uint64_t TrunkBytes(const TrunkData& trunk) {
  const auto bytes = [](const auto& records) { return records.size() * sizeof(records[0]); };
  return bytes(trunk.points) + bytes(trunk.stretches) + bytes(trunk.turns) + bytes(trunk.least_costs);
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
  log.EndStage("trunk", "", "stretches", trunk.stretches.size(), TrunkBytes(trunk));
  return absl::OkStatus();
}

}  // namespace

absl::Status BakeGridExtras(const BakeJob& job, BakeLog& log, MapSurfaces& surfaces) {
  const BakeConfig& config = job.config;
  AddJumps(log, surfaces);
  if (config.hierarchy && config.grid_hierarchy != BakeSwitch::kOff) {
    WS_RETURN_IF_ERROR(AddHierarchy(config.grid_hierarchy, log, surfaces));
  }
  AddBounds(job, log, surfaces);
  return config.trunk ? AddTrunk(job, log, surfaces) : absl::OkStatus();
}

}  // namespace waystone
