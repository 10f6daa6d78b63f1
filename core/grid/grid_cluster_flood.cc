#include "core/grid/grid_cluster_flood.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "core/grid/cell_costs.h"

namespace waystone {
namespace {

constexpr auto kSqrt2 = std::numbers::sqrt2_v<float>;

}  // namespace

void GridClusterFlood::ReadCosts(const GridGround& ground) {
  float least = kNever;
  float most = 0;
  for (uint32_t row = 0; row < area_.rows; ++row) {
    for (uint32_t column = 0; column < area_.columns; ++column) {
      const Cell cell{area_.first.column + static_cast<int32_t>(column),
                      area_.first.row + static_cast<int32_t>(row)};
      if (!ground.bits.IsFree(cell)) continue;
      const float cost = CostOf(ground, cell);
      cell_costs_[SpotOf(cell)] = cost;
      least = std::min(least, cost);
      most = std::max(most, cost);
    }
  }
  least_ = least;
  spread_ = most > 0 ? static_cast<uint64_t>(most / least * kSqrt2) + 2 : 2;
}

void GridClusterFlood::FindDirections() {
  for (uint32_t row = 1; row <= area_.rows; ++row) {
    for (Spot spot = row * stride_ + 1; spot <= row * stride_ + area_.columns; ++spot) {
      if (cell_costs_[spot] == 0) continue;
      uint32_t allowed = 0;
      for (uint32_t d = 0; d < kStepDirections; ++d) {
        if (cell_costs_[spot + offsets_[d]] == 0) continue;
        const auto beside_row = static_cast<uint32_t>(kStepRows[d]) * stride_;
        const auto beside_column = static_cast<uint32_t>(kStepColumns[d]);
        const bool is_open = d < kStraightSteps ||
                             (cell_costs_[spot + beside_row] != 0 && cell_costs_[spot + beside_column] != 0);
        if (is_open) allowed |= 1U << d;
      }
      directions_[spot] = static_cast<uint8_t>(allowed);
    }
  }
}

void GridClusterFlood::SetCluster(const GridGround& ground, const GridClusterArea& area) {
  area_ = area;
  is_uniform_ = ground.is_uniform;
  stride_ = area.columns + 2;
  for (uint32_t d = 0; d < kStepDirections; ++d) {
    offsets_[d] = static_cast<uint32_t>(kStepRows[d]) * stride_ + static_cast<uint32_t>(kStepColumns[d]);
  }
  const size_t count = size_t{stride_} * (area.rows + 2);
  cell_costs_.assign(count, 0);
  directions_.assign(count, 0);
  ReadCosts(ground);
  FindDirections();
}

// The same cost as StepCost.
float GridClusterFlood::StepCostFrom(Spot spot, uint8_t direction) const {
  const bool is_diagonal = direction >= kStraightSteps;
  if (is_uniform_) return is_diagonal ? kSqrt2 : 1;
  const float ends = cell_costs_[spot] + cell_costs_[spot + offsets_[direction]];
  if (!is_diagonal) return ends / 2;
  const auto row = static_cast<uint32_t>(kStepRows[direction]) * stride_;
  const auto column = static_cast<uint32_t>(kStepColumns[direction]);
  return kSqrt2 / 4 * (ends + cell_costs_[spot + row] + cell_costs_[spot + column]);
}

void GridClusterFlood::Expand(Spot spot, float limit) {
  const float cost = cost_[spot];
  for (uint32_t left = directions_[spot]; left != 0; left &= left - 1) {
    const auto d = static_cast<uint8_t>(std::countr_zero(left));
    const Spot to = spot + offsets_[d];
    const float through = cost + StepCostFrom(spot, d);
    if (!(through < cost_[to]) || through > limit) continue;
    cost_[to] = through;
    step_[to] = OppositeStep(d);
    open_.Push(static_cast<uint64_t>(through / least_), to);
  }
}

void GridClusterFlood::ToCell(Cell cell, float limit) {
  cost_.assign(cell_costs_.size(), kNever);
  step_.assign(cell_costs_.size(), kStepNone);
  open_.Clear(spread_);
  const Spot root = SpotOf(cell);
  cost_[root] = 0;
  step_[root] = kStepHere;
  open_.Push(0, root);
  while (!open_.empty()) {
    const uint64_t key = open_.NextKey();
    const Spot spot = open_.Pop();
    if (static_cast<uint64_t>(cost_[spot] / least_) == key) Expand(spot, limit);
  }
}

}  // namespace waystone
