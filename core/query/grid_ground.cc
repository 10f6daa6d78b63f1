#include "core/query/grid_ground.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/grid/cell_runs.h"

namespace waystone {
namespace {

constexpr uint64_t kPlainGround = 1U << 1;  // area 1
constexpr uint64_t kFewWords = 1U << 16;    // are filled faster than merged

absl::Status CheckCells(const char* field, const std::vector<uint32_t>& cells, const GridView& map) {
  const uint32_t count = map.columns() * map.rows();
  for (size_t i = 0; i < cells.size(); ++i) {
    if (cells[i] < count) continue;
    return absl::InvalidArgumentError(
        StrCat("changes.cells.", field, "[", i, "]: no cell ", cells[i], ", there are ", count));
  }
  return absl::OkStatus();
}

// Whether filling the rectangles one by one would cost more than looking at every cell.
bool OverlapsMuch(const GridView& map, const std::vector<CellRect>& rects) {
  uint64_t words = 0;
  for (const CellRect& rect : rects) {
    const uint64_t columns = std::min(rect.columns, map.columns());
    const uint64_t rows = std::min(rect.rows, map.rows());
    words += rows * (columns / 64 + 2) + columns * (rows / 64 + 2);
  }
  return words > uint64_t{map.columns()} * map.rows() + kFewWords;
}

// Adds all cells of the areas to the blocked ones.
void BlockAreas(const GridView& map, uint64_t areas, GridChanges& changes) {
  if ((areas & kPlainGround) != 0) {
    changes.opened_cells.clear();  // where the map has them blocked they would be plain ground
    changes.opened_rects.clear();
  }
  if (areas != 0 && map.areas().empty()) changes.blocked_rects.push_back({0, 0, map.columns(), map.rows()});
  if (areas == 0 || map.areas().empty()) return;
  for (uint32_t row = 0; row < map.rows(); ++row) {
    const auto line = map.areas().subspan(size_t{row} * map.columns(), map.columns());
    const auto is_out = [&](uint32_t column) { return (areas >> line[column] & 1) != 0; };
    for (uint32_t column = 0; column < map.columns();) {
      uint32_t end = column;
      while (end < map.columns() && is_out(end)) ++end;
      if (end > column) changes.blocked_rects.push_back({column, row, end - column, 1});
      column = end + 1;
    }
  }
}

// The map's bits with the cells, and without those of the areas. `cells` may be null.
BitGrid Patch(const GridView& map, const GridChanges* cells, uint64_t areas, PatchedBits& patched) {
  const bool merges_blocked = cells != nullptr && OverlapsMuch(map, cells->blocked_rects);
  const bool merges_opened = cells != nullptr && OverlapsMuch(map, cells->opened_rects);
  if (areas == 0 && !merges_blocked && !merges_opened) return patched.Apply(map, *cells);
  GridChanges changes;
  if (cells != nullptr) {
    changes.blocked_cells = cells->blocked_cells;
    changes.opened_cells = cells->opened_cells;
    const auto rects_of = [&](const std::vector<CellRect>& rects, bool merges) {
      return merges ? RunsOfRects(map.columns(), map.rows(), rects) : rects;
    };
    changes.blocked_rects = rects_of(cells->blocked_rects, merges_blocked);
    changes.opened_rects = rects_of(cells->opened_rects, merges_opened);
  }
  BlockAreas(map, areas, changes);
  return patched.Apply(map, changes);
}

// Whether all areas cost the same.
bool IsUniform(const std::array<float, kMaxGridAreas>& costs, uint64_t areas) {
  if (areas == 0) return true;
  const float cost = costs[static_cast<size_t>(std::countr_zero(areas))];
  for (; areas != 0; areas &= areas - 1) {
    if (costs[static_cast<size_t>(std::countr_zero(areas))] != cost) return false;
  }
  return true;
}

}  // namespace

bool GridGroundCache::IsApplied(const GridView& map, const RouteChanges& changes,
                                uint64_t excluded_areas) const {
  // Compares the owners: new cells at the place of old ones are others.
  const bool is_same =
      changes.cells != nullptr && !cells_.owner_before(changes.cells) && !changes.cells.owner_before(cells_);
  return is_same && map_serial_ == map.serial() && excluded_areas_ == excluded_areas;
}

absl::StatusOr<GridGround> GridGroundCache::GroundOf(const GridView& map, const RouteChanges& changes) {
  GridGround ground;
  ground.map = &map;
  for (uint32_t area = 0; area < kMaxGridAreas; ++area) ground.area_cost[area] = map.header().area_cost[area];
  for (const AreaFactor& factor : changes.area_factors) {
    ground.area_cost[factor.area] = static_cast<float>(factor.factor);
  }
  const uint64_t used = map.used_areas() | (changes.OpensCells() ? kPlainGround : 0);
  const uint64_t excluded = changes.excluded_areas & used;
  ground.is_uniform = IsUniform(ground.area_cost, used & ~excluded);
  const bool has_cells = changes.cells != nullptr && !changes.cells->IsNone();
  if (!has_cells && excluded == 0) {
    ground.bits = map.bits();
    return ground;
  }
  ground.is_changed = true;
  if (!IsApplied(map, changes, excluded)) {
    if (has_cells) {
      WS_RETURN_IF_ERROR(CheckCells("blocked_cells", changes.cells->blocked_cells, map));
      WS_RETURN_IF_ERROR(CheckCells("opened_cells", changes.cells->opened_cells, map));
    }
    bits_ = Patch(map, changes.cells.get(), excluded, patched_);
    map_serial_ = map.serial();
    cells_ = changes.cells;
    excluded_areas_ = excluded;
  }
  ground.bits = bits_;
  return ground;
}

}  // namespace waystone
