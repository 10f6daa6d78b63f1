#include "core/grid/step_flood.h"

#include <algorithm>
#include <numbers>

#include "core/grid/cell_costs.h"

namespace waystone {

void StepFlood::SetGround(const GridGround& ground, std::span<const uint8_t> is_trigger) {
  ground_ = &ground;
  columns_ = ground.bits.columns;
  stride_ = columns_ + 2;
  for (uint8_t d = 0; d < kStepDirections; ++d) {
    offsets_[d] = static_cast<uint32_t>(kStepRows[d]) * stride_ + static_cast<uint32_t>(kStepColumns[d]);
  }
  const size_t count = size_t{stride_} * (ground.bits.rows + 2);
  kinds_.assign(count, 0);
  for (uint32_t cell = 0; cell < columns_ * ground.bits.rows; ++cell) {
    const Spot spot = SpotOf(cell);
    if (!ground.bits.IsFree(CellOf(spot))) continue;
    kinds_[spot] = !is_trigger.empty() && is_trigger[cell] != 0 ? kFree | kTrigger : kFree;
  }
  cost_.assign(count, kNever);
  step_.assign(count, kStepNone);
}

double StepFlood::StepCostFrom(Spot spot, uint8_t direction) const {
  const Spot to = After(spot, direction);
  if (kinds_[to] == 0) return kNever;
  const bool is_diagonal = direction >= kStraightSteps;
  if (is_diagonal) {
    const auto row = static_cast<uint32_t>(kStepRows[direction]) * stride_;
    if (kinds_[spot + row] == 0 || kinds_[spot + static_cast<uint32_t>(kStepColumns[direction])] == 0)
      return kNever;
  }
  if (ground_->is_uniform) return is_diagonal ? std::numbers::sqrt2 : 1;
  return StepCost(*ground_, CellOf(spot), CellOf(to));
}

void StepFlood::Start(Spot spot, uint8_t mark) {
  cost_[spot] = 0;
  step_[spot] = mark;
  open_.Push({0, spot});
}

void StepFlood::Flood() {
  SpreadCosts(std::span(cost_), open_, [&](Spot spot, double cost, const auto& reach) {
    for (uint8_t d = 0; d < kStepDirections; ++d) {
      const Spot to = After(spot, d);
      if (kinds_[to] == kFree && reach(to, cost + StepCostFrom(spot, d))) step_[to] = OppositeStep(d);
    }
  });
}

// Paths that start on triggers, which no other path passes.
void StepFlood::LeaveTriggers() {
  for (Spot spot = 0; spot < kinds_.size(); ++spot) {
    if (!IsTrigger(spot) || step_[spot] == kStepHere || step_[spot] == kStepSetsOff) continue;
    for (uint8_t d = 0; d < kStepDirections; ++d) {
      const Spot to = After(spot, d);
      const bool is_open = kinds_[to] == kFree || step_[to] == kStepSetsOff;
      if (!is_open) continue;
      const double cost = StepCostFrom(spot, d) + cost_[to];
      if (!(cost < cost_[spot])) continue;
      cost_[spot] = cost;
      step_[spot] = d;
    }
  }
}

void StepFlood::ToTrigger(std::span<const uint32_t> cells, bool is_set_off) {
  std::fill(cost_.begin(), cost_.end(), kNever);
  std::fill(step_.begin(), step_.end(), kStepNone);
  for (const uint32_t cell : cells) {
    const Spot spot = SpotOf(cell);
    if (is_set_off || !IsTrigger(spot)) Start(spot, is_set_off ? kStepSetsOff : kStepHere);
  }
  Flood();
  if (!is_set_off) {
    for (const uint32_t cell : cells) step_[SpotOf(cell)] = kStepHere;
  }
  LeaveTriggers();
}

void StepFlood::FromPlace(uint32_t cell) {
  std::fill(cost_.begin(), cost_.end(), kNever);
  std::fill(step_.begin(), step_.end(), kStepNone);
  Start(SpotOf(cell), kStepHere);
  Flood();
}

std::vector<uint8_t> StepFlood::Table() const {
  std::vector<uint8_t> entries;
  uint64_t count = 0;
  for (Spot spot = 0; spot < kinds_.size(); ++spot) {
    if (kinds_[spot] == 0) continue;
    if (count % 2 == 0) {
      entries.push_back(step_[spot]);
    } else {
      entries.back() = static_cast<uint8_t>(entries.back() | step_[spot] << 4);
    }
    ++count;
  }
  return entries;
}

}  // namespace waystone
