// The blocks of a loaded grid.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "core/grid/bit_grid.h"
#include "core/grid/block_format.h"
#include "core/grid/cell.h"

namespace waystone {

// Owned data, as the baker writes it.
struct BlockData {
  BlockHeader header{};
  std::vector<BlockRecord> blocks;
  // For each row of the grid and each column of blocks: how many free cells the block has in rows above.
  std::vector<uint16_t> ranks;
  std::vector<BlockEntrance> entrances;
  std::vector<float> costs;    // [cells] row by row; infinite if there is no path within the block
  std::vector<uint8_t> steps;  // as in StepTable, over the free cells of a block row by row
  // [cells] From every landmark to each entrance, over entrances; infinite: no path. Landmarks are entrances
  // too.
  std::vector<float> landmark_costs;
};

// A rectangle of cells.
struct BlockArea {
  Cell first;  // the cell of least column and row
  uint32_t columns = 0;
  uint32_t rows = 0;

  bool Contains(Cell cell) const {
    return static_cast<uint32_t>(cell.column - first.column) < columns &&
           static_cast<uint32_t>(cell.row - first.row) < rows;
  }
};

// How a grid is cut into blocks.
struct BlockTiling {
  uint32_t columns = 0;  // [cells] of the grid
  uint32_t rows = 0;
  uint32_t side = 1;  // [cells]

  uint32_t BlockColumns() const { return (columns + side - 1) / side; }
  uint32_t BlockRows() const { return (rows + side - 1) / side; }
  uint32_t BlockCount() const { return BlockColumns() * BlockRows(); }
  uint32_t BlockOf(Cell cell) const {
    return static_cast<uint32_t>(cell.row) / side * BlockColumns() +
           static_cast<uint32_t>(cell.column) / side;
  }
  BlockArea AreaOf(uint32_t block) const {
    const uint32_t column = block % BlockColumns() * side;
    const uint32_t row = block / BlockColumns() * side;
    return {{static_cast<int32_t>(column), static_cast<int32_t>(row)},
            std::min(side, columns - column),
            std::min(side, rows - row)};
  }
  // True if the two cells' blocks are the same, or touch by a side or a corner.
  bool AreNear(Cell a, Cell b) const;
};

// The number of free cells in [first, end) of a row.
uint32_t CountFreeInRow(const BitGrid& bits, int32_t row, int32_t first, int32_t end);

// A const view over the sections, or over a BlockData. Trivially copied; does not own; any thread. Trees and
// costs may hold anything: a walk along a tree checks the cells (FollowBlockTree).
class BlockView {
 public:
  struct Arrays {
    BlockHeader header{};
    std::span<const BlockRecord> blocks;
    std::span<const uint16_t> ranks;
    std::span<const BlockEntrance> entrances;
    std::span<const float> costs;
    std::span<const uint8_t> steps;
    std::span<const float> landmark_costs;
  };

  // DataLoss naming the array, the index and the rule broken. `bits` must outlive the view.
  // O(cells / 64 + rows * columns of blocks + entrances + costs).
  static absl::StatusOr<BlockView> Create(const Arrays& arrays, const BitGrid& bits);

  const BlockHeader& header() const { return arrays_.header; }
  const BlockTiling& tiling() const { return tiling_; }
  std::span<const BlockEntrance> entrances() const { return arrays_.entrances; }
  // REQUIRES (all below): in range.
  const BlockRecord& block(uint32_t block) const { return arrays_.blocks[block]; }
  const BlockEntrance& entrance(uint32_t entrance) const { return arrays_.entrances[entrance]; }
  Cell CellOf(uint32_t entrance) const {
    const BlockEntrance& at = arrays_.entrances[entrance];
    return {at.column, at.row};
  }
  // [cells] From an entrance of the block to each of its entrances.
  std::span<const float> CostsFrom(const BlockRecord& block, uint32_t entrance) const {
    const uint64_t row = entrance - block.first_entrance;
    return arrays_.costs.subspan(block.first_cost + row * block.entrance_count, block.entrance_count);
  }
  // [cells] From each landmark to an entrance.
  std::span<const float> LandmarkCosts(uint32_t entrance) const {
    const uint32_t count = arrays_.header.landmark_count;
    return arrays_.landmark_costs.subspan(uint64_t{entrance} * count, count);
  }
  // The entry of a tree of the block for a cell. REQUIRES: the cell is free and lies in the block. O(side /
  // 64).
  uint8_t StepAt(const BlockRecord& block, uint32_t tree, Cell cell) const;

 private:
  BlockView(const Arrays& arrays, const BitGrid& bits);

  Arrays arrays_;
  BitGrid bits_;
  BlockTiling tiling_;
};

// The size of the arrays in a package.
uint64_t BlockBytes(const BlockData& data);

// Views of a baker's arrays.
BlockView::Arrays ArraysOf(const BlockData& data);

}  // namespace waystone
