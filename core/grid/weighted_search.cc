#include "core/grid/weighted_search.h"

#include <algorithm>
#include <cstdlib>
#include <numbers>

#include "core/grid/cell_costs.h"
#include "core/grid/straight_line.h"

namespace waystone {
namespace {

constexpr uint64_t kPollInterval = 256;  // expansions between two looks at the deadline
constexpr uint8_t kClosed = 0x80;
constexpr uint8_t kNoStep = 0x7f;
constexpr int32_t kSide = WeightedBlock::kSide;
constexpr int32_t kRimSide = WeightedBlock::kRimSide;

// The four straight directions, then the four diagonal ones.
constexpr std::array<Cell, 8> kSteps = {
    {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}}};

class WeightedSearch {
 public:
  WeightedSearch(const GridGround& ground, const GridQuery& query, WeightedWorkspace& workspace, float least)
      : ground_(ground), query_(query), space_(workspace), least_(static_cast<double>(least)) {}

  void Run(GridPath& path) {
    space_.Prepare(ground_.bits);
    const uint32_t start = NodeAt(query_.start);
    space_.block(start / 64).costs[start % 64] = 0;
    Push(start, query_.start, 0);
    auto& open = space_.open();
    path.expanded = 0;
    path.outcome = GridOutcome::kNoWay;
    while (!open.empty()) {
      const uint32_t node = open.top().node;
      open.Pop();
      uint8_t& came_by = space_.block(node / 64).came_by[node % 64];
      if ((came_by & kClosed) != 0) continue;
      came_by |= kClosed;
      if (CellOf(node) == query_.goal) {
        WriteWay(node, path);
        return;
      }
      if (path.expanded == query_.max_expansions) {
        path.outcome = GridOutcome::kExpansionLimit;
        return;
      }
      if (path.expanded++ % kPollInterval == 0 && query_.deadline.Expired()) {
        path.outcome = query_.deadline.Cancelled() ? GridOutcome::kCancelled : GridOutcome::kDeadline;
        return;
      }
      Expand(node);
    }
  }

 private:
  uint32_t NodeAt(Cell cell) {
    const uint32_t place = static_cast<uint32_t>(cell.row % kSide * kSide + cell.column % kSide);
    return space_.BlockAt(ground_, cell) * 64 + place;
  }
  Cell CellOf(uint32_t node) {
    const Cell corner = space_.block(node / 64).corner;
    return {corner.column + static_cast<int32_t>(node % kSide),
            corner.row + static_cast<int32_t>(node % 64 / kSide)};
  }

  // The least that a way from the cell to the goal costs.
  double Remaining(Cell cell) const {
    const int32_t columns = std::abs(cell.column - query_.goal.column);
    const int32_t rows = std::abs(cell.row - query_.goal.row);
    return least_ * (std::max(columns, rows) + (std::numbers::sqrt2 - 1) * std::min(columns, rows));
  }

  void Push(uint32_t node, Cell cell, double cost) {
    const double remaining = Remaining(cell);
    space_.open().Push({cost + remaining, static_cast<float>(remaining), node});
  }

  void Expand(uint32_t node) {
    WeightedBlock& block = space_.block(node / 64);
    const auto column = static_cast<int32_t>(node % kSide);
    const auto row = static_cast<int32_t>(node % 64 / kSide);
    const double cost = block.costs[node % 64];
    const float* here = &block.cell_costs[static_cast<uint32_t>((row + 1) * kRimSide + column + 1)];
    const auto cost_at = [here](int32_t columns, int32_t rows) {
      return static_cast<double>(here[rows * kRimSide + columns]);
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
      const Cell cell{block.corner.column + column + step.column, block.corner.row + row + step.row};
      Reach(node, block, {column + step.column, row + step.row}, cell, cost + step_cost, i);
    }
  }

  // `place` is that of the cell, counted from the corner of the block that the step begins in.
  void Reach(uint32_t from, WeightedBlock& block, Cell place, Cell cell, double cost, uint8_t direction) {
    const bool is_inside = ((place.column | place.row) & ~(kSide - 1)) == 0;
    const uint32_t node =
        is_inside ? from / 64 * 64 + static_cast<uint32_t>(place.row * kSide + place.column) : NodeAt(cell);
    WeightedBlock& reached = is_inside ? block : space_.block(node / 64);
    if (cost >= reached.costs[node % 64] || (reached.came_by[node % 64] & kClosed) != 0) return;
    reached.costs[node % 64] = cost;
    reached.came_by[node % 64] = direction;
    Push(node, cell, cost);
  }

  void WriteWay(uint32_t goal, GridPath& path) {
    path.outcome = GridOutcome::kFound;
    path.method = GridMethod::kAStar;
    path.cost = space_.block(goal / 64).costs[goal % 64];
    path.steps = {};
    path.turns.assign(1, query_.goal);
    uint8_t last = kNoStep;
    Cell at = query_.goal;
    while (at != query_.start) {
      const uint32_t node = NodeAt(at);
      const auto direction =
          static_cast<uint8_t>(space_.block(node / 64).came_by[node % 64] & static_cast<uint8_t>(~kClosed));
      if (direction != last && last != kNoStep) path.turns.push_back(at);
      last = direction;
      ++(direction < 4 ? path.steps.cardinal : path.steps.diagonal);
      at = {at.column - kSteps[direction].column, at.row - kSteps[direction].row};
    }
    if (query_.start != query_.goal) path.turns.push_back(query_.start);
    std::ranges::reverse(path.turns);
  }

  const GridGround& ground_;
  const GridQuery& query_;
  WeightedWorkspace& space_;
  const double least_;
};

}  // namespace

void WeightedWorkspace::Prepare(const BitGrid& bits) {
  blocks_across_ = (bits.columns + kSide - 1) / kSide;
  const size_t count = size_t{blocks_across_} * ((bits.rows + kSide - 1) / kSide);
  if (slots_.size() < count) slots_.resize(count);
  if (++generation_ == 0) {
    std::ranges::fill(slots_, Slot{});
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
  block.came_by.fill(kNoStep);
  float* out = block.cell_costs.data();
  for (int32_t row = block.corner.row - 1; row <= block.corner.row + kSide; ++row) {
    for (int32_t column = block.corner.column - 1; column <= block.corner.column + kSide; ++column) {
      const Cell cell{column, row};
      *out++ = ground.bits.Contains(cell) && ground.bits.IsFree(cell) ? CostOf(ground, cell) : 0;
    }
  }
}

void FindWeightedPath(const GridGround& ground, const GridQuery& query, WeightedWorkspace& workspace,
                      GridPath& path) {
  const float least = LeastCost(ground);
  if (FindStraightLine(ground, least, query.start, query.goal, path)) return;
  path.method = GridMethod::kAStar;
  path.turns.clear();
  path.steps = {};
  path.cost = 0;
  WeightedSearch(ground, query, workspace, least).Run(path);
}

}  // namespace waystone
