#include "core/grid/cell_costs.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <numbers>

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

int32_t Sign(int32_t value) { return (value > 0) - (value < 0); }

}  // namespace

double StepCost(const GridGround& ground, Cell from, Cell to) {
  const auto cost = [&](Cell cell) {
    return ground.bits.IsFree(cell) ? static_cast<double>(CostOf(ground, cell)) : kInfinite;
  };
  const double ends = cost(from) + cost(to);
  if (from.column == to.column || from.row == to.row) return ends / 2;
  return std::numbers::sqrt2 / 4 * (ends + cost({to.column, from.row}) + cost({from.column, to.row}));
}

double LegCost(const GridGround& ground, Cell from, Cell to) {
  const Cell step{Sign(to.column - from.column), Sign(to.row - from.row)};
  double cost = 0;
  while (from != to && cost < kInfinite) {
    const Cell next{from.column + step.column, from.row + step.row};
    cost += StepCost(ground, from, next);
    from = next;
  }
  return cost;
}

float LeastCost(const GridGround& ground) {
  if (ground.is_uniform) return 1;
  float least = std::numeric_limits<float>::infinity();
  uint64_t areas = ground.map->used_areas();
  if (ground.is_changed) areas |= 1U << 1;
  areas &= ~ground.left_out_areas;
  for (; areas != 0; areas &= areas - 1) {
    least = std::min(least, ground.area_cost[static_cast<size_t>(std::countr_zero(areas))]);
  }
  return least;
}

}  // namespace waystone
