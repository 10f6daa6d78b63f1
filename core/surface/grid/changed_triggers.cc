#include "core/surface/grid/changed_triggers.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/status_macros.h"
#include "core/surface/grid/grid_of_map.h"

namespace waystone {
namespace {

// From the first to the last of `count` cells in a line with any part between two coordinates.
std::pair<int32_t, int32_t> CellsBetween(double from_m, double to_m, double corner_m, double cell_size_m,
                                         uint32_t count) {
  const auto index = [&](double coordinate_m) {
    return static_cast<int32_t>(
        std::clamp(std::floor((coordinate_m - corner_m) / cell_size_m), 0.0, count - 1.0));
  };
  return {index(from_m), index(to_m)};
}

}  // namespace

std::vector<uint32_t> FreeCellsIn(const GridView& grid, const BitGrid& bits, const Aabb& box) {
  const GridHeader& header = grid.header();
  const auto [left, right] =
      CellsBetween(box.min.x, box.max.x, header.corner_x_m, header.cell_size_m, header.columns);
  const auto [top, bottom] =
      CellsBetween(box.min.z, box.max.z, header.corner_z_m, header.cell_size_m, header.rows);
  std::vector<uint32_t> cells;
  for (Cell cell{0, top}; cell.row <= bottom; ++cell.row) {
    for (cell.column = left; cell.column <= right; ++cell.column) {
      if (!bits.IsFree(cell)) continue;
      const Vec3 middle = grid.CenterOf(cell);
      if (box.Contains({middle.x, box.min.y, middle.z})) cells.push_back(grid.IdOf(cell));
    }
  }
  return cells;
}

absl::StatusOr<std::unique_ptr<const ChangedTriggers>> ChangedTriggers::Make(const WorldGround& ground,
                                                                             Scratch& scratch) {
  std::unique_ptr<ChangedTriggers> made(new ChangedTriggers(scratch));
  const GridView& grid = GridOf(ground.view);
  WS_ASSIGN_OR_RETURN(made->cells_, made->cache_->GroundOf(grid, *ground.changes, ground.query->deadline));
  const Vec3& origin = ground.view.manifest->origin;
  GridPortalsData& data = made->data_;
  data.trigger_rows.push_back(0);
  for (const WorldPortal& exit : ground.Exits()) {
    const Aabb box{ToVec3(exit.box_min) - origin, ToVec3(exit.box_max) - origin};
    const std::vector<uint32_t> cells = FreeCellsIn(grid, made->cells_.bits, box);
    data.triggers.insert(data.triggers.end(), cells.begin(), cells.end());
    data.trigger_rows.push_back(static_cast<uint32_t>(data.triggers.size()));
    if (exit.kind == PortalKind::kWalkIn) data.walk_in.insert(data.walk_in.end(), cells.begin(), cells.end());
  }
  std::sort(data.walk_in.begin(), data.walk_in.end());
  data.walk_in.erase(std::unique(data.walk_in.begin(), data.walk_in.end()), data.walk_in.end());
  WS_ASSIGN_OR_RETURN(made->portals_,
                      GridPortals::Create(GridPortals::ArraysOf(data), ground.record(), made->cells_.bits));
  return made;
}

}  // namespace waystone
