// What the cells of a ground cost.
#pragma once

#include "core/grid/grid_path.h"

namespace waystone {

// [per cell of way] REQUIRES: the cell is free in `ground.bits`.
inline float CostOf(const GridGround& ground, Cell cell) {
  if (ground.is_uniform) return 1;
  const uint8_t area = ground.map->AreaOf(cell);
  return ground.area_cost[area == 0 ? 1 : area];
}

// [cells] What a step to a neighbour costs; infinite where it is not allowed. REQUIRES: `from` is free.
double StepCost(const GridGround& ground, Cell from, Cell to);

// [cells] What the steps from a cell straight to another cost, along a row, a column or a diagonal; infinite
// where one of them is not allowed. REQUIRES: `from` is free. O(steps).
double LegCost(const GridGround& ground, Cell from, Cell to);

// The least that any cell of the ground may cost: that of the areas that the map has, and of area 1 where
// cells may have been opened, without those left out. Infinite where no cell is free. O(areas).
float LeastCost(const GridGround& ground);

}  // namespace waystone
