#include "core/grid/cell_flood.h"

#include <algorithm>

namespace waystone {
namespace {

constexpr uint32_t kPollInterval = 256;  // [cells]

double NothingRemains(Cell /*cell*/) { return 0; }

}  // namespace

void CellFlood::Begin(const GridGround& ground, Cell from) {
  ground_ = &ground;
  frontier_.emplace(ground, space_);
  frontier_->Begin(from, NothingRemains);
  grown_to_ = 0;
  expansions_ = 0;
}

SearchOutcome CellFlood::GrowTo(double limit, uint32_t max_expansions, const Deadline& deadline) {
  while (!space_.open().empty() && space_.open().top().estimate <= limit) {
    if (expansions_ >= max_expansions) return SearchOutcome::kExpansionLimit;
    if (expansions_ % kPollInterval == kPollInterval - 1 && deadline.Expired()) {
      return LateOutcome(deadline);
    }
    const WeightedFrontier::NodeId node = frontier_->Settle();
    if (node == WeightedFrontier::kNone) break;
    ++expansions_;
    grown_to_ = frontier_->CostOf(node);
    frontier_->Expand(node, NothingRemains);
  }
  grown_to_ = space_.open().empty() ? kInfinite : std::max(grown_to_, limit);
  return SearchOutcome::kFound;
}

double CellFlood::CostTo(Cell cell) {
  constexpr int32_t kSide = WeightedBlock::kSide;
  const WeightedBlock& block = space_.block(space_.BlockAt(*ground_, cell));
  const double cost =
      block.costs[static_cast<size_t>(cell.row % kSide) * kSide + static_cast<size_t>(cell.column % kSide)];
  return cost <= grown_to_ ? cost : kInfinite;
}

}  // namespace waystone
