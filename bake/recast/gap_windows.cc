#include "bake/recast/gap_windows.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <new>
#include <span>
#include <utility>

#include "bake/gaps/gap_ports.h"
#include "bake/gaps/near_grounds.h"
#include "bake/recast/open_spans.h"
#include "bake/recast/tile_baker.h"
#include "bake/recast/tile_geometry.h"
#include "core/base/parallel_for.h"
#include "core/base/status_macros.h"

namespace waystone {
namespace {

// The middle of a window.
struct GapWindow {
  int64_t x = 0;  // [cells] from the map's origin, of the windows' settings
  int64_t z = 0;
};
struct GapWindows {
  VoxelSettings settings;
  std::vector<GapWindow> middles;
};

GapWindows WindowsOverBorders(const NavmeshView& mesh, const TileFindings& found,
                              const VoxelSettings& settings) {
  GapWindows over{settings, {}};
  for (const TilePort& port : ChooseGapPorts(mesh, found, GapRulesOf(settings)))
    over.middles.push_back({port.x, port.z});
  return over;
}

// None if voxels cannot be so small.
GapWindows FinerWindows(const NavmeshView& mesh, std::span<const TileGap> gaps, const AgentProfile& profile,
                        const VoxelSettings& settings, size_t most) {
  constexpr double kFiner = 3;
  VoxelOptions options;
  options.cell_size_m = settings.cell_size_m / kFiner;
  options.cell_height_m = settings.cell_height_m;
  options.tile_size_m = settings.tile_size_m() / kFiner;
  const auto fine = MakeVoxelSettings(profile, options);
  if (!fine.ok()) return {};
  GapWindows finer{*fine, {}};
  for (const Vec2& middle : FindNearGrounds(mesh, gaps, GapRulesOf(settings), fine->tile_size_m(), most)) {
    finer.middles.push_back(
        {std::llround(middle.x / fine->cell_size_m), std::llround(middle.z / fine->cell_size_m)});
  }
  return finer;
}

// The triangles of all tiles that the window touches, ascending.
std::vector<uint32_t> TrianglesOf(const TileGrid& window, const TilePlan& plan, const VoxelSettings& settings,
                                  const VoxelSettings& of_window) {
  const double share = of_window.cell_size_m / settings.cell_size_m;
  const auto tiles = [&](int64_t first_cell, int64_t origin_cell, uint32_t count) {
    const auto from = static_cast<double>(first_cell - of_window.margin_cells);
    const auto low = static_cast<int64_t>(std::floor(from * share)) - origin_cell;
    const auto high = static_cast<int64_t>(std::ceil((from + of_window.field_cells()) * share)) - origin_cell;
    const auto tile = [&](int64_t cell) {
      return std::clamp<int64_t>(cell < 0 ? 0 : cell / settings.tile_cells, 0, int64_t{count} - 1);
    };
    return std::pair(tile(low), tile(high));
  };
  const auto [x0, x1] = tiles(window.first_cell_x, plan.grid.first_cell_x, plan.grid.count_x);
  const auto [z0, z1] = tiles(window.first_cell_z, plan.grid.first_cell_z, plan.grid.count_z);
  std::vector<uint32_t> triangles;
  for (int64_t z = z0; z <= z1; ++z) {
    for (int64_t x = x0; x <= x1; ++x) {
      const auto of_tile = plan.bins.OfTile(static_cast<uint64_t>(x + z * plan.grid.count_x));
      triangles.insert(triangles.end(), of_tile.begin(), of_tile.end());
    }
  }
  std::ranges::sort(triangles);
  triangles.erase(std::unique(triangles.begin(), triangles.end()), triangles.end());
  return triangles;
}

// REQUIRES: cells no larger than those of `settings`.
absl::StatusOr<std::vector<TileGap>> FindGapsOfWindows(const BakeInput& input, const VoxelSettings& settings,
                                                       const TilePlan& plan, const GapWindows& of,
                                                       int thread_count) {
  std::vector<absl::StatusOr<std::vector<TileGap>>> slots(of.middles.size());
  const auto find = [&](const GapWindow& window) -> absl::StatusOr<std::vector<TileGap>> {
    TileGrid grid = plan.grid;
    grid.first_cell_x = window.x - of.settings.tile_cells / 2;
    grid.first_cell_z = window.z - of.settings.tile_cells / 2;
    const std::vector<uint32_t> triangles = TrianglesOf(grid, plan, settings, of.settings);
    WS_ASSIGN_OR_RETURN(const TileGeometry geometry,
                        CutTile(input.map, input.classes, triangles, grid, 0, 0, of.settings));
    return FindGapsOfTile(geometry, grid, 0, 0, of.settings, input.volumes);
  };
  ParallelFor(of.middles.size(), thread_count, [&](size_t i) {
    try {
      slots[i] = find(of.middles[i]);
    } catch (const std::bad_alloc&) {  // must not leave the thread
      slots[i] = absl::UnavailableError("out of memory");
    }
  });
  std::vector<TileGap> gaps;
  for (absl::StatusOr<std::vector<TileGap>>& slot : slots) {
    WS_RETURN_IF_ERROR(slot.status());
    gaps.insert(gaps.end(), std::make_move_iterator(slot->begin()), std::make_move_iterator(slot->end()));
  }
  return gaps;
}

}  // namespace

absl::StatusOr<GapsOfMap> FindGapsOfMap(const BakeInput& input, const VoxelSettings& settings,
                                        const TilePlan& plan, const AgentProfile& profile,
                                        const NavmeshView& mesh, TileFindings found, int thread_count) {
  GapsOfMap all;
  const auto look = [&](const GapWindows& windows) -> absl::Status {
    WS_ASSIGN_OR_RETURN(std::vector<TileGap> more,
                        FindGapsOfWindows(input, settings, plan, windows, thread_count));
    all.gaps.insert(all.gaps.end(), std::make_move_iterator(more.begin()),
                    std::make_move_iterator(more.end()));
    all.window_count += windows.middles.size();
    return absl::OkStatus();
  };
  const GapWindows over = WindowsOverBorders(mesh, found, settings);
  all.gaps = std::move(found.gaps);
  WS_RETURN_IF_ERROR(look(over));
  // A window is worth a few tiles.
  const size_t most = std::clamp<size_t>(plan.grid.tile_count() / 4, 4, 256);
  WS_RETURN_IF_ERROR(look(FinerWindows(mesh, all.gaps, profile, settings, most)));
  return all;
}

}  // namespace waystone
