#include "core/grid/grid_view.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <string_view>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/grid/jump_table.h"
#include "core/grid/trunk_check.h"

namespace waystone {
namespace {

template <typename... Parts>
absl::Status Broken(const Parts&... parts) {
  return absl::DataLossError(StrCat("grid ", parts...));
}

absl::Status CheckHeader(const GridHeader& h) {
  if (h.columns < 1 || h.columns > kMaxGridSide || h.rows < 1 || h.rows > kMaxGridSide) {
    return Broken("header: ", h.columns, " x ", h.rows, " cells, must be 1 to ", kMaxGridSide, " each");
  }
  if (!(h.cell_size_m >= kMinCellSize_m && h.cell_size_m <= kMaxCellSize_m)) {
    return Broken("header: bad cell size");
  }
  if (!Vec3(h.corner_x_m, h.height_m, h.corner_z_m).IsFinite()) return Broken("header: corner not finite");
  for (const uint32_t word : h.reserved) {
    if (word != 0) return Broken("header: reserved words are not zero");
  }
  for (uint32_t i = 0; i < kMaxGridAreas; ++i) {
    if (h.area_cost[i] >= static_cast<float>(kMinAreaCost) && h.area_cost[i] <= kMaxAreaCost) continue;
    return Broken("header: cost of area ", i, " must be from ", kMinAreaCost, " to ", kMaxAreaCost);
  }
  return absl::OkStatus();
}

// Checks that no bit is set outside the cells, and counts those within.
absl::Status CheckRows(const GridView::Arrays& a) {
  const BitLines shape{a.header.rows, a.header.columns};
  if (a.row_words.size() != shape.WordCount()) return Broken("rows: ", a.row_words.size(), " words");
  const uint32_t stride = shape.StrideWords();
  uint64_t count = 0;
  for (size_t i = 0; i < a.row_words.size(); ++i) {
    const auto line = static_cast<uint32_t>(i / stride);
    const auto word = static_cast<uint32_t>(i % stride);
    uint64_t allowed = line == 0 || line > shape.lines ? 0 : ~uint64_t{0};
    if (word == 0) allowed &= ~uint64_t{1};
    const uint32_t end = shape.length + 1;  // the first bit behind the cells
    if (word * 64 + 64 > end) allowed &= end <= word * 64 ? 0 : (uint64_t{1} << (end - word * 64)) - 1;
    if ((a.row_words[i] & ~allowed) != 0) return Broken("rows[", i, "]: a free cell outside of the grid");
    count += static_cast<uint64_t>(std::popcount(a.row_words[i]));
  }
  if (count != a.header.free_count)
    return Broken("header: ", a.header.free_count, " free cells, not ", count);
  const std::vector<uint64_t> columns = TransposeBits(shape, a.row_words);
  if (!std::equal(columns.begin(), columns.end(), a.column_words.begin(), a.column_words.end())) {
    return Broken("columns: differ from the rows");
  }
  return absl::OkStatus();
}

absl::Status CheckJumps(const GridView::Arrays& a) {
  if (a.jumps.empty()) return absl::OkStatus();
  const size_t count = size_t{a.header.columns} * a.header.rows * kJumpsPerCell;
  if (a.jumps.size() != count) return Broken("jumps: ", a.jumps.size(), " of ", count);
  const BitGrid bits{a.header.columns, a.header.rows, a.row_words.data(), a.column_words.data()};
  size_t bad = 0;
  const auto check = [&](size_t index, int16_t value) {
    bad = index;
    return a.jumps[index] == value;
  };
  if (!SweepJumps(bits, a.jumps.data(), check)) return Broken("jumps[", bad, "]: differs from the rows");
  return absl::OkStatus();
}

absl::Status CheckBounds(const GridView::Arrays& a) {
  if (a.bound_words.empty() && a.bounds.empty()) return absl::OkStatus();
  if (a.jumps.empty()) return Broken("bound words: without jumps");
  const size_t cells = size_t{a.header.columns} * a.header.rows;
  if (a.bound_words.size() != (cells + 63) / 64)
    return Broken("bound words: ", a.bound_words.size(), " words");
  size_t count = 0;
  for (size_t i = 0; i < a.bound_words.size(); ++i) {
    const BoundWord& word = a.bound_words[i];
    if (word.first != count) return Broken("bound words[", i, "]: do not count on");
    if (word.reserved != 0) return Broken("bound words[", i, "]: reserved words are not zero");
    count += static_cast<size_t>(std::popcount(word.cells));
  }
  if (a.bounds.size() == count * kJumpsPerCell) return absl::OkStatus();
  return Broken("bounds: ", a.bounds.size(), " for ", count, " cells");
}

uint64_t NextSerial() {
  static std::atomic<uint64_t> last = 0;
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

}  // namespace

GridView::GridView(const Arrays& arrays)
    : arrays_(arrays), used_areas_(arrays.header.free_count == 0 ? 0 : 1U << 1), serial_(NextSerial()) {}

absl::Status GridView::ReadAreas() {
  const uint64_t cell_count = uint64_t{columns()} * rows();
  const std::span<const uint8_t> areas = arrays_.areas;
  if (areas.size() != cell_count) return Broken("areas: ", areas.size(), " of ", cell_count);
  float cost = 0;
  used_areas_ = 0;
  for (uint32_t id = 0; id < cell_count; ++id) {
    const uint8_t area = areas[id];
    if (area >= kMaxGridAreas) return Broken("areas[", id, "]: must be below ", kMaxGridAreas);
    if ((area != 0) != IsFree(CellOf(id))) return Broken("areas[", id, "]: differs from the rows");
    if (area == 0) continue;
    used_areas_ |= uint64_t{1} << area;
    if (cost == 0) cost = arrays_.header.area_cost[area];
    is_uniform_ = is_uniform_ && cost == arrays_.header.area_cost[area];
  }
  return absl::OkStatus();
}

absl::StatusOr<GridView> GridView::Create(const Arrays& arrays) {
  WS_RETURN_IF_ERROR(CheckHeader(arrays.header));
  WS_RETURN_IF_ERROR(CheckRows(arrays));
  WS_RETURN_IF_ERROR(CheckJumps(arrays));
  WS_RETURN_IF_ERROR(CheckBounds(arrays));
  GridView view(arrays);
  if (!arrays.areas.empty()) WS_RETURN_IF_ERROR(view.ReadAreas());
  if (arrays.hub_labels.has_value()) {
    view.labels_ = HubLabelView(*arrays.hub_labels);
    if (view.labels_.empty()) return Broken("hub label rows: none");
    WS_RETURN_IF_ERROR(view.labels_.Check(view.bits()));
  }
  if (arrays.trunk.has_value()) {
    WS_ASSIGN_OR_RETURN(view.trunk_, TrunkView::Create(*arrays.trunk, view.bits()));
    WS_RETURN_IF_ERROR(CheckTrunkCosts(*view.trunk_, view.header(), view.bits(), view.areas()));
  }
  if (arrays.clusters.has_value()) {
    WS_ASSIGN_OR_RETURN(view.clusters_, GridClusterView::Create(*arrays.clusters, view.bits()));
  }
  return view;
}

absl::StatusOr<GridView> GridView::Create(const GridData& data) {
  Arrays arrays{data.header, data.row_words,   data.column_words, data.areas,
                data.jumps,  data.bound_words, data.bounds,       data.bound_regions};
  if (!data.hub_labels.empty()) {
    const HubLabelData& labels = data.hub_labels;
    arrays.hub_labels = {labels.plain_words, labels.corners_before, labels.first_hub, labels.hubs};
  }
  if (data.trunk.has_value()) arrays.trunk = ArraysOf(*data.trunk);
  if (data.clusters.has_value()) arrays.clusters = ArraysOf(*data.clusters);
  return Create(arrays);
}

Vec3 GridView::CenterOf(Cell cell) const {
  const GridHeader& h = arrays_.header;
  return {h.corner_x_m + (cell.column + 0.5) * h.cell_size_m, h.height_m,
          h.corner_z_m + (cell.row + 0.5) * h.cell_size_m};
}

std::optional<Cell> GridView::CellAt(const Vec3& local) const {
  const GridHeader& h = arrays_.header;
  const double column = std::floor((local.x - h.corner_x_m) / h.cell_size_m);
  const double row = std::floor((local.z - h.corner_z_m) / h.cell_size_m);
  if (!(column >= 0 && row >= 0 && column < h.columns && row < h.rows)) return std::nullopt;
  return Cell{static_cast<int32_t>(column), static_cast<int32_t>(row)};
}

}  // namespace waystone
