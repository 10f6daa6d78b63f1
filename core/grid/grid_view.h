// The grid of a loaded map.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "core/geom/vec.h"
#include "core/grid/bit_grid.h"
#include "core/grid/block_view.h"
#include "core/grid/cell.h"
#include "core/grid/grid_format.h"
#include "core/grid/grid_hierarchy.h"
#include "core/grid/trunk_view.h"

namespace waystone {

// Owned: what the baker writes.
struct GridData {
  GridHeader header{};
  std::vector<uint64_t> row_words;     // BitLines{rows, columns}
  std::vector<uint64_t> column_words;  // BitLines{columns, rows}
  // By cell id: its area, 0 where it is blocked. Empty where all free cells have area 1.
  std::vector<uint8_t> areas;
  // SweepJumps; empty where none are baked.
  std::vector<int16_t> jumps;
  // Of the cells at which a way may turn; empty where none are baked. Need jumps.
  std::vector<BoundWord> bound_words;  // a bit per cell
  std::vector<CellBound> bounds;       // kJumpsPerCell for each bit that is set
  BoundRegions bound_regions{};
  GridHierarchyData hierarchy;  // empty where none was baked
  std::optional<TrunkData> trunk;
  std::optional<BlockData> blocks;
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
    std::optional<GridHierarchyView::Arrays> hierarchy = std::nullopt;
    std::optional<TrunkView::Arrays> trunk = std::nullopt;
    std::optional<BlockView::Arrays> blocks = std::nullopt;
  };

  // DataLoss naming the array, the index and the rule broken. O(cells / 64), O(cells) where there are areas
  // or jumps, and GridHierarchyView::Check where there is a hierarchy; BlockView::Create.
  static absl::StatusOr<GridView> Create(const Arrays& arrays);
  static absl::StatusOr<GridView> Create(const GridData& data);

  const GridHeader& header() const { return arrays_.header; }
  uint32_t columns() const { return arrays_.header.columns; }
  uint32_t rows() const { return arrays_.header.rows; }
  BitGrid bits() const { return {columns(), rows(), arrays_.row_words.data(), arrays_.column_words.data()}; }
  // Whether all free cells cost the same, so that only the number of steps counts.
  bool is_uniform() const { return is_uniform_; }
  bool IsFree(Cell cell) const { return bits().IsFree(cell); }
  // Bit i where any free cell has area i.
  uint64_t used_areas() const { return used_areas_; }
  // Not zero, and another one for each view that Create makes in a process; copies of a view share it. Tells
  // whether what was copied from a map is still that map's, which its place in memory does not.
  uint64_t serial() const { return serial_; }
  // Empty where all free cells have area 1.
  std::span<const uint8_t> areas() const { return arrays_.areas; }
  // kJumpsPerCell per cell, by cell id; empty where none are baked.
  std::span<const int16_t> jumps() const { return arrays_.jumps; }
  // Empty where none are baked. Bounds may hold anything: a search that follows wrong ones stays on free
  // cells and ends, but may miss ways.
  std::span<const BoundWord> bound_words() const { return arrays_.bound_words; }
  std::span<const CellBound> bounds() const { return arrays_.bounds; }
  const BoundRegions& bound_regions() const { return arrays_.bound_regions; }
  // Empty where none is baked.
  const GridHierarchyView& hierarchy() const { return hierarchy_; }
  // Null where none is baked, and where no blocks are.
  const TrunkView* trunk() const { return trunk_.has_value() ? &*trunk_ : nullptr; }
  const BlockView* blocks() const { return blocks_.has_value() ? &*blocks_ : nullptr; }
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
  // The cell at a map-local place, its lower sides belonging to it; none outside of the grid.
  std::optional<Cell> CellAt(const Vec3& local) const;

 private:
  explicit GridView(const Arrays& arrays);
  // Checks the areas and looks which of them there are.
  absl::Status ReadAreas();

  Arrays arrays_;
  uint64_t used_areas_;
  bool is_uniform_ = true;
  uint64_t serial_;
  GridHierarchyView hierarchy_;
  std::optional<TrunkView> trunk_;
  std::optional<BlockView> blocks_;
};

}  // namespace waystone
