#include "core/surface/grid/grid_ground.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/field_error.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/grid/area_mask.h"
#include "core/grid/cell_runs.h"
#include "core/grid/grid_clearance.h"

namespace waystone {
namespace {

constexpr uint64_t kPlainGround = 1U << 1;  // area 1
constexpr uint64_t kFewWords = 1U << 16;    // up to this, filling is faster than merging
constexpr size_t kMaxRemainders = 4;
constexpr size_t kMaxRemainderBytes = 64U << 20;

absl::Status CheckCells(const char* field, const std::vector<uint32_t>& cells, const GridView& map) {
  const uint32_t count = map.columns() * map.rows();
  for (size_t i = 0; i < cells.size(); ++i) {
    if (cells[i] < count) continue;
    return Within("changes.cells",
                  WithinItem(field, i, FieldError("", StrCat("no cell ", cells[i], ", there are ", count))));
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

// The same cells without rectangles that overlap much; leaves out `beneath`.
GridChanges Merged(const GridView& map, const GridChanges& cells, const Deadline& deadline) {
  const auto rects_of = [&](const std::vector<CellRect>& rects) {
    return OverlapsMuch(map, rects) ? RunsOfRects(map.columns(), map.rows(), rects, deadline) : rects;
  };
  return {.blocked_cells = cells.blocked_cells,
          .opened_cells = cells.opened_cells,
          .blocked_rects = rects_of(cells.blocked_rects),
          .opened_rects = rects_of(cells.opened_rects),
          .beneath = nullptr};
}

// Calls `use` with the cells, merged if that is cheaper; with some of them if the deadline passes.
template <typename Use>
auto WithMerged(const GridView& map, const GridChanges& cells, const Deadline& deadline, const Use& use) {
  const bool merges = OverlapsMuch(map, cells.blocked_rects) || OverlapsMuch(map, cells.opened_rects);
  return merges ? use(Merged(map, cells, deadline)) : use(cells);
}

absl::Status CheckCells(const GridView& map, const GridChanges& cells) {
  WS_RETURN_IF_ERROR(CheckCells("blocked_cells", cells.blocked_cells, map));
  return CheckCells("opened_cells", cells.opened_cells, map);
}

// Compares the owners: new cells at the address of old ones differ.
bool IsSame(const std::weak_ptr<const GridChanges>& kept, const std::shared_ptr<const GridChanges>& cells) {
  return cells != nullptr && !kept.owner_before(cells) && !cells.owner_before(kept);
}

absl::Status Late(const Deadline& deadline) {
  return deadline.Cancelled() ? absl::CancelledError("cancelled while the changes were applied")
                              : absl::DeadlineExceededError("late while the changes were applied");
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

absl::StatusOr<GridBase> GridGroundCache::BaseOf(const GridView& map, uint64_t left_out_areas,
                                                 const Deadline& deadline) {
  GridBase base{&map, left_out_areas, map.bits()};
  if (left_out_areas == 0) return base;
  auto kept = std::ranges::find_if(remainders_, [&](const Remainder& of) {
    return of.map_serial == map.serial() && of.left_out_areas == left_out_areas;
  });
  if (kept == remainders_.end()) {
    std::optional<std::vector<uint64_t>> rows = LeaveOutAreas(map, left_out_areas, deadline);
    if (!rows.has_value()) return Late(deadline);
    std::vector<uint64_t> columns = TransposeBits(BitLines{map.rows(), map.columns()}, *rows);
    remainders_.push_back({map.serial(), left_out_areas, *std::move(rows), std::move(columns)});
    kept = remainders_.end() - 1;
  }
  std::rotate(remainders_.begin(), kept, kept + 1);
  KeepFew();
  base.bits.row_words = remainders_.front().row_words.data();
  base.bits.column_words = remainders_.front().column_words.data();
  return base;
}

void GridGroundCache::KeepFew() {
  size_t bytes = 0;
  size_t count = 0;
  for (const Remainder& of : remainders_) {
    bytes += of.SizeBytes();
    const bool is_one_too_many = count == kMaxRemainders || bytes > kMaxRemainderBytes;
    if (count > 0 && is_one_too_many) break;
    ++count;
  }
  remainders_.erase(remainders_.begin() + static_cast<std::ptrdiff_t>(count), remainders_.end());
}

// Applies GridChanges::beneath.
absl::Status GridGroundCache::Apply(const GridBase& base, const std::shared_ptr<const GridChanges>& cells,
                                    const Deadline& deadline) {
  is_covered_ = false;
  const bool is_applied = patched_.Uncover() && map_serial_ == base.map->serial() &&
                          left_out_areas_ == base.left_out_areas && IsSame(beneath_, cells);
  if (is_applied) return absl::OkStatus();
  beneath_.reset();
  WS_RETURN_IF_ERROR(CheckCells(*base.map, *cells));
  const auto bits = WithMerged(*base.map, *cells, deadline, [&](const GridChanges& merged) {
    return patched_.Apply(base, merged, deadline);
  });
  if (!bits.has_value()) return Late(deadline);
  bits_ = *bits;
  map_serial_ = base.map->serial();
  left_out_areas_ = base.left_out_areas;
  beneath_ = cells;
  return absl::OkStatus();
}

// The base with the cells and those beneath them.
absl::StatusOr<BitGrid> GridGroundCache::Patch(const GridBase& base,
                                               const std::shared_ptr<const GridChanges>& cells,
                                               const Deadline& deadline) {
  const bool is_on_top = cells->beneath != nullptr;
  const std::shared_ptr<const GridChanges>& beneath = is_on_top ? cells->beneath : cells;
  const bool is_applied = IsSame(is_on_top ? on_top_ : beneath_, cells) &&
                          map_serial_ == base.map->serial() && left_out_areas_ == base.left_out_areas;
  if (is_applied && is_covered_ == is_on_top) return bits_;
  WS_RETURN_IF_ERROR(Apply(base, beneath, deadline));
  if (!is_on_top) return bits_;
  WS_RETURN_IF_ERROR(CheckCells(*base.map, *cells));
  const auto bits = WithMerged(*base.map, *cells, deadline, [&](const GridChanges& merged) {
    const auto cover = [&](const GridChanges& below) {
      return patched_.Cover(base, below, merged, deadline);
    };
    return merged.HasOpened() ? WithMerged(*base.map, *beneath, deadline, cover) : cover(*beneath);
  });
  if (!bits.has_value()) {
    beneath_.reset();
    return Late(deadline);
  }
  on_top_ = cells;
  is_covered_ = true;
  return bits_;
}

absl::StatusOr<GridGround> GridGroundCache::GroundOf(const GridView& map, const RouteChanges& changes,
                                                     const Deadline& deadline) {
  GridGround ground;
  ground.map = &map;
  for (uint32_t area = 0; area < kMaxGridAreas; ++area) ground.area_cost[area] = map.header().area_cost[area];
  for (const AreaFactor& factor : changes.area_factors) {
    ground.area_cost[factor.area] = static_cast<float>(factor.factor);
  }
  const uint64_t used = map.used_areas() | (changes.OpensCells() ? kPlainGround : 0);
  ground.left_out_areas = changes.excluded_areas & used;
  ground.is_uniform = IsUniform(ground.area_cost, used & ~ground.left_out_areas);
  const bool has_cells = changes.HasCells();
  ground.is_changed = has_cells || ground.left_out_areas != 0 || changes.min_clearance_m > 0;
  WS_ASSIGN_OR_RETURN(const GridBase base, BaseOf(map, ground.left_out_areas, deadline));
  ground.bits = base.bits;
  if (has_cells) {
    WS_ASSIGN_OR_RETURN(ground.bits, Patch(base, changes.cells, deadline));
  }
  if (changes.min_clearance_m > 0) {
    WS_ASSIGN_OR_RETURN(ground.bits, Clear(ground, changes, deadline));
  }
  return ground;
}

absl::StatusOr<BitGrid> GridGroundCache::Clear(const GridGround& ground, const RouteChanges& changes,
                                               const Deadline& deadline) {
  const GridView& map = *ground.map;
  const bool has_cells = changes.HasCells();
  const bool is_made = cleared_.map_serial == map.serial() &&
                       cleared_.left_out_areas == ground.left_out_areas &&
                       cleared_.clearance_m == changes.min_clearance_m && cleared_.has_cells == has_cells &&
                       (!has_cells || IsSame(cleared_.cells, changes.cells));
  if (!is_made) {
    cleared_.map_serial = 0;
    const BitLines rows{map.rows(), map.columns()};
    cleared_.row_words.assign(ground.bits.row_words, ground.bits.row_words + rows.WordCount());
    const double reach = changes.min_clearance_m / map.header().cell_size_m;
    WS_RETURN_IF_ERROR(BlockNear(rows, reach, deadline, cleared_.row_words));
    cleared_.column_words = TransposeBits(rows, cleared_.row_words);
    cleared_.left_out_areas = ground.left_out_areas;
    cleared_.cells = changes.cells;
    cleared_.has_cells = has_cells;
    cleared_.clearance_m = changes.min_clearance_m;
    cleared_.map_serial = map.serial();
  }
  return BitGrid{map.columns(), map.rows(), cleared_.row_words.data(), cleared_.column_words.data()};
}

uint64_t GridGroundCache::HeapBytes() const {
  uint64_t bytes = patched_.HeapBytes() + waystone::HeapBytes(cleared_.row_words, cleared_.column_words);
  for (const Remainder& remainder : remainders_) bytes += remainder.SizeBytes();
  return bytes;
}

}  // namespace waystone
