#include "core/grid/weighted_workspace.h"

#include <algorithm>

#include "core/grid/cell_costs.h"

namespace waystone {
namespace {

constexpr int32_t kSide = WeightedBlock::kSide;

}  // namespace

void WeightedWorkspace::Prepare(const BitGrid& bits) {
  blocks_across_ = (bits.columns + kSide - 1) / kSide;
  const size_t count = size_t{blocks_across_} * ((bits.rows + kSide - 1) / kSide);
  slots_.GrowTo(count);
  if (++generation_ == 0) {
    slots_.Zero();
    generation_ = 1;
  }
  used_ = 0;
  open_.Clear();
}

uint32_t WeightedWorkspace::BlockAt(const GridGround& ground, Cell cell) {
  const uint32_t index =
      static_cast<uint32_t>(cell.row / kSide) * blocks_across_ + static_cast<uint32_t>(cell.column / kSide);
  Slot& slot = slots_[index];
  if (slot.generation == generation_) return slot.number;
  slot = {generation_, used_++};
  if (used_ > blocks_.size()) blocks_.push_back(std::make_unique<WeightedBlock>());
  WeightedBlock& block = *blocks_[slot.number];
  block.corner = {cell.column / kSide * kSide, cell.row / kSide * kSide};
  Fill(ground, block);
  return slot.number;
}

void WeightedWorkspace::Fill(const GridGround& ground, WeightedBlock& block) const {
  block.costs.fill(std::numeric_limits<double>::infinity());
  block.came_by.fill(WeightedBlock::kNoStep);
  float* out = block.cell_costs.data();
  for (int32_t row = block.corner.row - 1; row <= block.corner.row + kSide; ++row) {
    for (int32_t column = block.corner.column - 1; column <= block.corner.column + kSide; ++column) {
      const Cell cell{column, row};
      *out++ = ground.bits.Contains(cell) && ground.bits.IsFree(cell) ? CostOf(ground, cell) : 0;
    }
  }
}

}  // namespace waystone
