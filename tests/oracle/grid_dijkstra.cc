#include "tests/oracle/grid_dijkstra.h"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <queue>
#include <utility>

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

double CostOfStep(const GridGround& ground, Cell from, Cell to) {
  const double here = GridCellCost(ground, from);
  const double there = GridCellCost(ground, to);
  if (here == 0 || there == 0) return kInfinite;
  if (from.column == to.column || from.row == to.row) return (here + there) / 2;
  const double side = GridCellCost(ground, {to.column, from.row});
  const double other_side = GridCellCost(ground, {from.column, to.row});
  if (side == 0 || other_side == 0) return kInfinite;
  return std::numbers::sqrt2 * (here + there + side + other_side) / 4;
}

int32_t Sign(int32_t value) { return (value > 0) - (value < 0); }

}  // namespace

double GridCellCost(const GridGround& ground, Cell cell) {
  if (!ground.bits.Contains(cell) || !ground.bits.IsFree(cell)) return 0;
  if (ground.is_uniform) return 1;
  const uint8_t area = ground.map->AreaOf(cell);
  return static_cast<double>(ground.area_cost[area == 0 ? 1 : area]);
}

GridDijkstra::GridDijkstra(const GridGround& ground, Cell start, const std::set<uint32_t>& triggers)
    : ground_(ground) {
  const size_t cell_count = size_t{ground.bits.columns} * ground.bits.rows;
  costs_.assign(cell_count, kInfinite);
  steps_.assign(cell_count, {});
  using Item = std::pair<double, uint32_t>;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> open;
  costs_[IdOf(start)] = 0;
  open.emplace(0, IdOf(start));
  while (!open.empty()) {
    const auto [cost, id] = open.top();
    open.pop();
    if (cost > costs_[id] || (triggers.contains(id) && id != IdOf(start))) continue;
    const Cell from{static_cast<int32_t>(id % ground.bits.columns),
                    static_cast<int32_t>(id / ground.bits.columns)};
    for (int32_t i = 0; i < 9; ++i) {
      const Cell to{from.column + i % 3 - 1, from.row + i / 3 - 1};
      const double step = i == 4 ? kInfinite : StepCost(from, to);
      if (step == kInfinite || cost + step >= costs_[IdOf(to)]) continue;
      costs_[IdOf(to)] = cost + step;
      steps_[IdOf(to)] = steps_[id];
      ++(i % 2 == 0 ? steps_[IdOf(to)].diagonal : steps_[IdOf(to)].cardinal);
      open.emplace(cost + step, IdOf(to));
    }
  }
}

bool GridDijkstra::Reaches(Cell goal) const { return Cost(goal) < kInfinite; }

double GridDijkstra::StepCost(Cell from, Cell to) const { return CostOfStep(ground_, from, to); }

bool IsWalkable(const GridGround& ground, const GridPath& path) {
  GridSteps steps;
  double cost = 0;
  for (size_t i = 1; i < path.turns.size(); ++i) {
    Cell at = path.turns[i - 1];
    const Cell end = path.turns[i];
    const int32_t columns = end.column - at.column;
    const int32_t rows = end.row - at.row;
    const bool is_diagonal = std::abs(columns) == std::abs(rows);
    if ((columns == 0) == (rows == 0) && !is_diagonal) return false;
    if (at == end) return false;
    while (at != end) {
      const Cell next{at.column + Sign(columns), at.row + Sign(rows)};
      cost += CostOfStep(ground, at, next);
      if (cost == kInfinite) return false;
      ++(is_diagonal ? steps.diagonal : steps.cardinal);
      at = next;
    }
  }
  return !path.turns.empty() && steps == path.steps && std::abs(cost - path.cost) <= 1e-9 * (1 + cost);
}

}  // namespace waystone
