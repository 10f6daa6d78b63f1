// The cells that a search over ground of different costs has reached, from the cheapest on.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <numbers>

#include "core/grid/grid_path.h"
#include "core/grid/weighted_workspace.h"

namespace waystone {

// Dijkstra's search, or A* if the caller says what remains:
//
//   WeightedFrontier frontier(ground, workspace);
//   frontier.Begin(start, remaining);
//   while ((node = frontier.Settle()) != WeightedFrontier::kNone) frontier.Expand(node, remaining);
//
// `remaining(cell)` never exceeds the cost left from the cell, nor falls by more than a step costs.
class WeightedFrontier {
 public:
  using NodeId = WeightedWorkspace::NodeId;
  static constexpr NodeId kNone = std::numeric_limits<NodeId>::max();

  // Both must outlive the frontier. One search at a time in a workspace.
  WeightedFrontier(const GridGround& ground, WeightedWorkspace& workspace)
      : ground_(ground), space_(workspace) {}

  template <typename Remaining>
  void Begin(Cell start, const Remaining& remaining) {
    space_.Prepare(ground_.bits);
    const NodeId node = NodeAt(start);
    space_.block(node / 64).costs[node % 64] = 0;
    Push(node, 0, remaining(start));
  }

  // The next node whose cheapest path is known; kNone if all reachable ones were given.
  NodeId Settle();
  Cell CellOf(NodeId node) const;
  // The cost of the best path to the node. REQUIRES: settled.
  double CostOf(NodeId node) const { return space_.block(node / 64).costs[node % 64]; }

  // Reaches the neighbours of a settled node.
  template <typename Remaining>
  void Expand(NodeId node, const Remaining& remaining) {
    WeightedBlock& block = space_.block(node / 64);
    const auto column = static_cast<int32_t>(node % WeightedBlock::kSide);
    const auto row = static_cast<int32_t>(node % 64 / WeightedBlock::kSide);
    const double cost = block.costs[node % 64];
    const float* here =
        &block.cell_costs[static_cast<uint32_t>((row + 1) * WeightedBlock::kRimSide + column + 1)];
    const auto cost_at = [here](int32_t columns, int32_t rows) {
      return static_cast<double>(here[rows * WeightedBlock::kRimSide + columns]);
    };
    for (uint8_t i = 0; i < 8; ++i) {
      const Cell step = kSteps[i];
      const double there = cost_at(step.column, step.row);
      if (there == 0) continue;
      double step_cost = 0;
      if (i < 4) {
        step_cost = (cost_at(0, 0) + there) / 2;
      } else {
        const double side = cost_at(step.column, 0);
        const double other_side = cost_at(0, step.row);
        if (side == 0 || other_side == 0) continue;
        step_cost = std::numbers::sqrt2 / 4 * (cost_at(0, 0) + there + side + other_side);
      }
      Reach(node, {column + step.column, row + step.row}, cost + step_cost, i, remaining);
    }
  }

  // Writes turns, steps and cost of the best path from the start of the search. REQUIRES: settled.
  void WritePath(NodeId node, GridPath& path);

 private:
  // The four straight directions, then the four diagonal ones.
  static constexpr std::array<Cell, 8> kSteps = {
      {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}}};

  NodeId NodeAt(Cell cell) {
    constexpr int32_t kSide = WeightedBlock::kSide;
    const auto place = static_cast<uint32_t>(cell.row % kSide * kSide + cell.column % kSide);
    return space_.BlockAt(ground_, cell) * 64 + place;
  }
  void Push(NodeId node, double cost, double remaining) {
    space_.open().Push({cost + remaining, static_cast<float>(remaining), node});
  }
  // `place` is the place of the cell, counted from the corner of the block in which the step begins.
  template <typename Remaining>
  void Reach(NodeId from, Cell place, double cost, uint8_t direction, const Remaining& remaining) {
    constexpr int32_t kSide = WeightedBlock::kSide;
    WeightedBlock& block = space_.block(from / 64);
    const bool is_inside = ((place.column | place.row) & ~(kSide - 1)) == 0;
    const Cell cell{block.corner.column + place.column, block.corner.row + place.row};
    const NodeId node =
        is_inside ? from / 64 * 64 + static_cast<uint32_t>(place.row * kSide + place.column) : NodeAt(cell);
    WeightedBlock& reached = is_inside ? block : space_.block(node / 64);
    if (cost >= reached.costs[node % 64] || (reached.came_by[node % 64] & WeightedBlock::kClosed) != 0)
      return;
    reached.costs[node % 64] = cost;
    reached.came_by[node % 64] = direction;
    Push(node, cost, remaining(cell));
  }

  const GridGround& ground_;
  WeightedWorkspace& space_;
};

}  // namespace waystone
