// Costs of steps, from the costs of cells.
#pragma once

#include <cstdint>
#include <limits>
#include <numbers>

#include "core/grid/cell.h"

namespace waystone {

// [cells] A straight step costs the mean of its two cells, a diagonal one sqrt 2 times the mean of the four
// that it touches. `cost_of(cell)` is infinite for a blocked cell. REQUIRES: the cells are neighbours.
template <typename CostOfCell>
double StepCostBy(const CostOfCell& cost_of, Cell from, Cell to) {
  const double ends = cost_of(from) + cost_of(to);
  if (from.column == to.column || from.row == to.row) return ends / 2;
  return std::numbers::sqrt2 / 4 *
         (ends + cost_of(Cell{to.column, from.row}) + cost_of(Cell{from.column, to.row}));
}

// [cells] The sum of the steps from a cell straight to another, along a row, a column or a diagonal; infinite
// if one of them is not allowed. O(steps).
template <typename CostOfCell>
double LegCostBy(const CostOfCell& cost_of, Cell from, Cell to) {
  const auto sign = [](int32_t value) { return (value > 0) - (value < 0); };
  const Cell step{sign(to.column - from.column), sign(to.row - from.row)};
  double cost = 0;
  while (from != to && cost < std::numeric_limits<double>::infinity()) {
    const Cell next{from.column + step.column, from.row + step.row};
    cost += StepCostBy(cost_of, from, next);
    from = next;
  }
  return cost;
}

}  // namespace waystone
