#include "core/grid/weighted_frontier.h"

#include <algorithm>

namespace waystone {

WeightedFrontier::NodeId WeightedFrontier::Settle() {
  auto& open = space_.open();
  while (!open.empty()) {
    const NodeId node = open.top().node;
    open.Pop();
    uint8_t& came_by = space_.block(node / 64).came_by[node % 64];
    if ((came_by & WeightedBlock::kClosed) != 0) continue;
    came_by |= WeightedBlock::kClosed;
    return node;
  }
  return kNone;
}

Cell WeightedFrontier::CellOf(NodeId node) const {
  const Cell corner = space_.block(node / 64).corner;
  return {corner.column + static_cast<int32_t>(node % WeightedBlock::kSide),
          corner.row + static_cast<int32_t>(node % 64 / WeightedBlock::kSide)};
}

void WeightedFrontier::WritePath(NodeId node, GridPath& path) {
  path.outcome = SearchOutcome::kFound;
  path.cost = CostOf(node);
  path.steps = {};
  Cell at = CellOf(node);
  path.turns.assign(1, at);
  uint8_t last = WeightedBlock::kNoStep;
  for (;;) {
    const NodeId here = NodeAt(at);
    const auto direction = static_cast<uint8_t>(space_.block(here / 64).came_by[here % 64] &
                                                static_cast<uint8_t>(~WeightedBlock::kClosed));
    if (direction != last && last != WeightedBlock::kNoStep) path.turns.push_back(at);
    if (direction == WeightedBlock::kNoStep) break;
    last = direction;
    ++(direction < 4 ? path.steps.cardinal : path.steps.diagonal);
    at = {at.column - kSteps[direction].column, at.row - kSteps[direction].row};
  }
  std::ranges::reverse(path.turns);
}

}  // namespace waystone
