#include "bake/skeleton/grid_launch.h"

#include <cmath>
#include <cstdlib>
#include <vector>

#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

bool IsFree(const GridSource& grid, int64_t i, int64_t j) {
  if (i < 0 || j < 0 || i >= grid.width || j >= grid.height) return false;
  return grid.free_cells[static_cast<size_t>(j) * grid.width + static_cast<size_t>(i)] != 0;
}

absl::Status CheckGrid(const GridSource& grid) {
  const uint64_t cells = uint64_t{grid.width} * grid.height;
  if (cells != grid.free_cells.size()) {
    return InvalidArgument("grid: ", grid.free_cells.size(), " cells instead of ", grid.width, " x ",
                           grid.height);
  }
  if (!grid.polys.empty() && grid.polys.size() != cells) {
    return InvalidArgument("grid: ", grid.polys.size(), " polygons for ", cells, " cells");
  }
  if (!(grid.cell_m > 0 && std::isfinite(grid.cell_m) && grid.origin.IsFinite())) {
    return absl::InvalidArgumentError("grid: bad size of a cell, or origin");
  }
  if (cells > kMaxLaunchPoints) {
    return absl::ResourceExhaustedError(StrCat("grid: more than ", kMaxLaunchPoints, " cells"));
  }
  return absl::OkStatus();
}

}  // namespace

LaunchGraph GridLaunchGraph(const GridSource& grid, std::vector<uint32_t>& cells) {
  cells.clear();
  LaunchGraph graph;
  graph.spacing_m = grid.cell_m;
  std::vector<uint32_t> point_of(grid.free_cells.size(), kNoLaunchPoint);
  for (uint32_t cell = 0; cell < point_of.size(); ++cell) {
    if (grid.free_cells[cell] == 0) continue;
    point_of[cell] = static_cast<uint32_t>(graph.points.size());
    cells.push_back(cell);
    const uint32_t i = cell % grid.width;
    const uint32_t j = cell / grid.width;
    const Vec3 at = grid.origin + Vec3(i + 0.5, 0, j + 0.5) * grid.cell_m;
    const uint32_t poly = grid.polys.empty() ? cell : grid.polys[cell];
    graph.points.push_back({.at = at.ToFloat(), .poly = poly});
  }
  for (uint32_t from = 0; from < graph.points.size(); ++from) {
    const uint32_t cell = cells[from];
    const int64_t i = cell % grid.width;
    const int64_t j = cell / grid.width;
    for (uint32_t d = 0; d < kDirectionCount; ++d) {
      const int64_t x = i + kCompass[d][0];
      const int64_t z = j + kCompass[d][1];
      if (!IsFree(grid, x, z) || !IsFree(grid, x, j) || !IsFree(grid, i, z)) continue;
      graph.Connect(from, d, point_of[static_cast<size_t>(z) * grid.width + static_cast<size_t>(x)], false);
    }
  }
  return graph;
}

bool SeesCell(const GridSource& grid, uint32_t from_cell, uint32_t to_cell) {
  int64_t i = from_cell % grid.width;
  int64_t j = from_cell / grid.width;
  const int64_t di = to_cell % grid.width - i;
  const int64_t dj = to_cell / grid.width - j;
  const int64_t step_i = di < 0 ? -1 : 1;
  const int64_t step_j = dj < 0 ? -1 : 1;
  const int64_t count_i = std::abs(di);
  const int64_t count_j = std::abs(dj);
  int64_t done_i = 0;
  int64_t done_j = 0;
  while (done_i < count_i || done_j < count_j) {
    // Which side of the cell the line leaves through; 0: the corner.
    const int64_t side = (2 * done_i + 1) * count_j - (2 * done_j + 1) * count_i;
    if (side == 0 && (!IsFree(grid, i + step_i, j) || !IsFree(grid, i, j + step_j))) return false;
    if (side <= 0) {
      i += step_i;
      ++done_i;
    }
    if (side >= 0) {
      j += step_j;
      ++done_j;
    }
    if (!IsFree(grid, i, j)) return false;
  }
  return true;
}

absl::StatusOr<FinishedSkeleton> BuildGridSkeleton(const GridSource& grid, const SkeletonOptions& options) {
  WS_RETURN_IF_ERROR(CheckGrid(grid));
  std::vector<uint32_t> cells;
  const LaunchGraph graph = GridLaunchGraph(grid, cells);
  const auto sees = [&](uint32_t a, uint32_t b) { return SeesCell(grid, cells[a], cells[b]); };
  return FinishSkeleton(graph, options, sees);
}

}  // namespace waystone
