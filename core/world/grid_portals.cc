#include "core/world/grid_portals.h"

#include <algorithm>
#include <bit>

#include "absl/status/status.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

absl::Status CheckCells(std::string_view name, std::span<const uint32_t> cells, const BitGrid& bits) {
  for (size_t i = 0; i < cells.size(); ++i) {
    const bool is_cell = cells[i] < uint64_t{bits.columns} * bits.rows;
    const Cell cell{static_cast<int32_t>(cells[i] % bits.columns),
                    static_cast<int32_t>(cells[i] / bits.columns)};
    if (!is_cell || !bits.IsFree(cell)) return absl::DataLossError(StrCat(name, "[", i, "]: no free cell"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<GridPortals> GridPortals::Create(const Arrays& arrays, const WorldMap& map,
                                                const BitGrid& bits) {
  if (map.columns != bits.columns || map.rows != bits.rows) {
    return absl::DataLossError("the grid has another size than the world says");
  }
  const std::span<const uint32_t> rows = arrays.trigger_rows;
  if (rows.size() != size_t{map.exit_count} + 1 || rows.front() != 0 ||
      rows.back() != arrays.triggers.size() || !std::is_sorted(rows.begin(), rows.end())) {
    return absl::DataLossError("trigger rows: do not cover the triggers");
  }
  WS_RETURN_IF_ERROR(CheckCells("triggers", arrays.triggers, bits));
  WS_RETURN_IF_ERROR(CheckCells("walk-in cells", arrays.walk_in, bits));
  if (!std::is_sorted(arrays.walk_in.begin(), arrays.walk_in.end())) {
    return absl::DataLossError("walk-in cells: not ascending");
  }
  if (arrays.tables.empty()) {
    if (arrays.steps.empty()) return GridPortals(arrays, map, bits, 0);
    return absl::DataLossError("tables: none, but steps");
  }
  const std::vector<uint32_t> counts = CountFreeBefore(bits);
  if (!std::equal(counts.begin(), counts.end(), arrays.free_before.begin(), arrays.free_before.end())) {
    return absl::DataLossError("free cells before: not those of the grid");
  }
  const uint64_t free_cells =
      counts.back() + static_cast<uint64_t>(std::popcount(bits.row_words[counts.size() - 1]));
  const uint64_t table_bytes = StepTableBytes(free_cells);
  if (arrays.tables.size() != size_t{kWorldModes} * (map.exit_count + map.arrival_count)) {
    return absl::DataLossError("tables: not as many as exits and arrivals");
  }
  for (const uint32_t table : arrays.tables) {
    const bool is_there = (uint64_t{table} + 1) * table_bytes <= arrays.steps.size();
    if (!is_there) return absl::DataLossError("tables: one lies outside of the steps");
  }
  return GridPortals(arrays, map, bits, table_bytes);
}

bool GridPortals::IsWalkIn(uint32_t cell) const {
  return std::binary_search(arrays_.walk_in.begin(), arrays_.walk_in.end(), cell);
}

StepTable GridPortals::Table(WorldMode mode, uint32_t index) const {
  const uint32_t table = arrays_.tables[static_cast<uint32_t>(mode) * per_mode_ + index];
  return {.bits = bits_,
          .free_before = arrays_.free_before,
          .steps = arrays_.steps.subspan(table * table_bytes_, table_bytes_)};
}

}  // namespace waystone
