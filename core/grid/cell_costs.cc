#include "core/grid/cell_costs.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "core/grid/step_cost.h"

namespace waystone {
namespace {

// The cost of a cell; infinite if it is blocked.
auto CostsOf(const GridGround& ground) {
  return [&ground](Cell cell) {
    return ground.bits.IsFree(cell) ? static_cast<double>(CostOf(ground, cell))
                                    : std::numeric_limits<double>::infinity();
  };
}

}  // namespace

double StepCost(const GridGround& ground, Cell from, Cell to) {
  return StepCostBy(CostsOf(ground), from, to);
}

double LegCost(const GridGround& ground, Cell from, Cell to) { return LegCostBy(CostsOf(ground), from, to); }

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
