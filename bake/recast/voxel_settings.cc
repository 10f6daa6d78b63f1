#include "bake/recast/voxel_settings.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "absl/status/status.h"
#include "bake/import/setting_range.h"
#include "bake/import/source_file.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr double kMinCellM = 0.01;
constexpr double kMaxCellM = 10.0;
constexpr int kMinTileCells = 16;
constexpr int kMaxTileCells = 1024;
constexpr int kDefaultTileCells = 256;
constexpr int kMaxRadiusCells = 100;
constexpr int kMaxHeightCells = 254;  // Recast keeps clearances in 8 bits
constexpr double kMaxEdgeM = 12.0;
constexpr double kDetailDistanceCells = 6.0;

// Whole cells; a quotient that is an integer but for rounding counts as that integer.
int CellsUp(double metres, double cell_m) { return static_cast<int>(std::ceil(metres / cell_m - 1e-6)); }
int CellsDown(double metres, double cell_m) { return static_cast<int>(std::floor(metres / cell_m + 1e-6)); }

double DefaultCellSize(const AgentProfile& agent) {
  return agent.radius_m > 0 ? std::clamp(agent.radius_m / 2, 0.05, 1.0) : 0.2;
}

absl::Status CheckCells(const AgentProfile& agent, const VoxelSettings& s) {
  const std::string name = StrCat("agent '", Printable(agent.name), "': ");
  WS_RETURN_IF_ERROR(CheckSetting<double>(StrCat(name, "the radius in cells (raise --cell-size)"),
                                          s.radius_cells, 0, kMaxRadiusCells));
  WS_RETURN_IF_ERROR(CheckSetting<double>(StrCat(name, "the height in cells (raise --cell-height)"),
                                          s.height_cells, 1, kMaxHeightCells));
  WS_RETURN_IF_ERROR(CheckSetting<double>(StrCat(name, "the climb in cells (raise --cell-height)"),
                                          s.climb_cells, 0, kMaxHeightCells));
  return CheckSetting<double>(StrCat(name, "the tile's side in cells (see --tile-size)"), s.tile_cells,
                              kMinTileCells, kMaxTileCells);
}

}  // namespace

absl::Status CheckAgentProfile(const AgentProfile& agent) {
  if (agent.name.empty() || agent.name.size() > 64) {
    return InvalidArgument("agent '", Printable(agent.name), "': the name must have 1 to 64 bytes");
  }
  const std::string name = StrCat("agent '", Printable(agent.name), "': ");
  WS_RETURN_IF_ERROR(CheckSetting(StrCat(name, "radius_m"), agent.radius_m, 0, 10));
  WS_RETURN_IF_ERROR(CheckSetting(StrCat(name, "height_m"), agent.height_m, 0.1, 50));
  WS_RETURN_IF_ERROR(CheckSetting(StrCat(name, "max_climb_m"), agent.max_climb_m, 0, 10));
  return CheckSetting(StrCat(name, "max_slope_deg"), agent.max_slope_deg, 0, 89);
}

absl::StatusOr<VoxelSettings> MakeVoxelSettings(const AgentProfile& agent, const VoxelOptions& options) {
  WS_RETURN_IF_ERROR(CheckAgentProfile(agent));
  VoxelSettings s;
  s.cell_size_m = options.cell_size_m != 0 ? options.cell_size_m : DefaultCellSize(agent);
  WS_RETURN_IF_ERROR(CheckSetting("cell_size_m", s.cell_size_m, kMinCellM, kMaxCellM));
  s.cell_height_m =
      options.cell_height_m != 0
          ? options.cell_height_m
          : std::max({s.cell_size_m / 2, kMinCellM, agent.height_m / 200, agent.max_climb_m / 200});
  WS_RETURN_IF_ERROR(CheckSetting("cell_height_m", s.cell_height_m, kMinCellM, kMaxCellM));
  WS_RETURN_IF_ERROR(CheckSetting("tile_size_m", options.tile_size_m, 0, kMaxTileCells * kMaxCellM));
  s.tile_cells = options.tile_size_m != 0 ? static_cast<int>(std::lround(options.tile_size_m / s.cell_size_m))
                                          : kDefaultTileCells;
  s.radius_cells = CellsUp(agent.radius_m, s.cell_size_m);
  s.height_cells = CellsUp(agent.height_m, s.cell_height_m);
  s.climb_cells = CellsDown(agent.max_climb_m, s.cell_height_m);
  WS_RETURN_IF_ERROR(CheckCells(agent, s));
  s.margin_cells = s.radius_cells + 3;
  s.min_floor_cosine = std::cos(agent.max_slope_deg * std::numbers::pi / 180.0);
  // An island smaller than the agent's own square is a rock's top, not a place.
  s.min_region_cells = std::max(4, 4 * s.radius_cells * s.radius_cells);
  s.max_edge_cells = std::max(1, CellsDown(kMaxEdgeM, s.cell_size_m));
  s.detail_distance_m = kDetailDistanceCells * s.cell_size_m;
  s.detail_error_m = s.cell_height_m;
  return s;
}

}  // namespace waystone
