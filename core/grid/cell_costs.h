// Costs of the cells of a ground.
#pragma once

#include "core/grid/grid_path.h"

namespace waystone {

// [per cell of path] REQUIRES: the cell is free in `ground.bits`.
inline float CostOf(const GridGround& ground, Cell cell) {
  if (ground.is_uniform) return 1;
  const uint8_t area = ground.map->AreaOf(cell);
  return ground.area_cost[area == 0 ? 1 : area];
}

// [cells] The cost of a step to a neighbour; infinite if the step is not allowed. REQUIRES: `from` is free.
double StepCost(const GridGround& ground, Cell from, Cell to);

// [cells] The cost of the steps from a cell straight to another, along a row, a column or a diagonal;
// infinite if one of them is not allowed. REQUIRES: `from` is free. O(steps).
double LegCost(const GridGround& ground, Cell from, Cell to);

// The least cost that any cell of the ground may have: the minimum over the areas of the map, and area 1 if
// cells may have been opened, without the areas left out. Infinite if no cell is free. O(areas).
float LeastCost(const GridGround& ground);

}  // namespace waystone
