// The grid of a loaded map.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "core/geom/vec.h"
#include "core/grid/bit_grid.h"
#include "core/grid/cell.h"
#include "core/grid/grid_cluster_view.h"
#include "core/grid/grid_format.h"
#include "core/grid/hub_labels.h"
#include "core/grid/trunk_view.h"

namespace waystone {

// Owned data, as the baker writes it.
struct GridData {
  GridHeader header{};
  std::vector<uint64_t> row_words;     // BitLines{rows, columns}
  std::vector<uint64_t> column_words;  // BitLines{columns, rows}
  // By cell id: its area, 0 if it is blocked. Empty if all free cells have area 1.
  std::vector<uint8_t> areas;
  // SweepJumps; empty if none are baked.
  std::vector<int16_t> jumps;
  // For the cells at which a path may turn; empty if none are baked. Bounds need jumps.
  std::vector<BoundWord> bound_words;  // a bit per cell
  std::vector<CellBound> bounds;       // kJumpsPerCell for each bit that is set
  BoundRegions bound_regions{};
  HubLabelData hub_labels;  // hub labels; empty if none were baked
  std::optional<TrunkData> trunk;
  std::optional<GridClusterData> clusters;
};

// A const view over the sections, or over a GridData. Trivially copied; does not own; any thread. Only Create
// makes one, so that every view has passed the structure check.
class GridView {
 public:
  struct Arrays {
    GridHeader header{};
    std::span<const uint64_t> row_words;
    std::span<const uint64_t> column_words;
    std::span<const uint8_t> areas;
    std::span<const int16_t> jumps;
    std::span<const BoundWord> bound_words;
    std::span<const CellBound> bounds;
    BoundRegions bound_regions{};
    std::optional<HubLabelView::Arrays> hub_labels = std::nullopt;
    std::optional<TrunkView::Arrays> trunk = std::nullopt;
    std::optional<GridClusterView::Arrays> clusters = std::nullopt;
  };

  // DataLoss naming the array, the index and the rule broken. O(cells / 64), O(cells) if there are areas or
  // jumps, plus HubLabelView::Check if there are hub labels, and GridClusterView::Create.
  static absl::StatusOr<GridView> Create(const Arrays& arrays);
  static absl::StatusOr<GridView> Create(const GridData& data);

  const GridHeader& header() const { return arrays_.header; }
  uint32_t columns() const { return arrays_.header.columns; }
  uint32_t rows() const { return arrays_.header.rows; }
  BitGrid bits() const { return {columns(), rows(), arrays_.row_words.data(), arrays_.column_words.data()}; }
  // Whether all free cells cost the same, so that only the number of steps counts.
  bool is_uniform() const { return is_uniform_; }
  bool IsFree(Cell cell) const { return bits().IsFree(cell); }
  // Bit i is set if any free cell has area i.
  uint64_t used_areas() const { return used_areas_; }
  // Not zero, and different for each view that Create makes in a process; copies of a view share it.
  // Identifies the map that data was copied from; an address in memory does not.
  uint64_t serial() const { return serial_; }
  // Empty if all free cells have area 1.
  std::span<const uint8_t> areas() const { return arrays_.areas; }
  // kJumpsPerCell per cell, by cell id; empty if none are baked.
  std::span<const int16_t> jumps() const { return arrays_.jumps; }
  // Empty if none are baked. Bounds may hold anything: a search that follows wrong ones stays on free cells
  // and ends, but may miss paths.
  std::span<const BoundWord> bound_words() const { return arrays_.bound_words; }
  std::span<const CellBound> bounds() const { return arrays_.bounds; }
  const BoundRegions& bound_regions() const { return arrays_.bound_regions; }
  // The hub labels; empty if none are baked.
  const HubLabelView& hub_labels() const { return labels_; }
  // Null if none is baked; clusters() likewise.
  const TrunkView* trunk() const { return trunk_.has_value() ? &*trunk_ : nullptr; }
  const GridClusterView* clusters() const { return clusters_.has_value() ? &*clusters_ : nullptr; }
  // REQUIRES (all below): a cell of the grid.
  uint32_t IdOf(Cell cell) const {
    return static_cast<uint32_t>(cell.row) * columns() + static_cast<uint32_t>(cell.column);
  }
  Cell CellOf(uint32_t id) const {
    return {static_cast<int32_t>(id % columns()), static_cast<int32_t>(id / columns())};
  }
  uint8_t AreaOf(Cell cell) const {
    if (!IsFree(cell)) return 0;
    return arrays_.areas.empty() ? uint8_t{1} : arrays_.areas[IdOf(cell)];
  }

  // [m] map-local middle of the cell.
  Vec3 CenterOf(Cell cell) const;
  // The cell at a map-local place (a cell owns its lower sides); nullopt outside the grid.
  std::optional<Cell> CellAt(const Vec3& local) const;

 private:
  explicit GridView(const Arrays& arrays);
  // Checks the areas and records which ones occur.
  absl::Status ReadAreas();

  Arrays arrays_;
  uint64_t used_areas_;
  bool is_uniform_ = true;
  uint64_t serial_;
  HubLabelView labels_;
  std::optional<TrunkView> trunk_;
  std::optional<GridClusterView> clusters_;
};

}  // namespace waystone
