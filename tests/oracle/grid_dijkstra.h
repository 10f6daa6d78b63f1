// The shortest and the cheapest paths over a grid, slowly: Dijkstra from one cell to all.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "core/grid/grid_path.h"

namespace waystone {

// Reads the ground cell by cell and asks the rules of docs/grids.md as they are written there.
class GridDijkstra {
 public:
  // No path goes on from the cells of `triggers` but one that starts there. REQUIRES: `start` is free.
  // O(cells log cells).
  GridDijkstra(const GridGround& ground, Cell start, const std::set<uint32_t>& triggers = {});

  // [cells] Of the way of least cost by the weighted rule, which is its length where the ground is uniform.
  // Infinite where there is no path.
  double Cost(Cell goal) const { return costs_[IdOf(goal)]; }
  bool Reaches(Cell goal) const;
  // Of the shortest path. REQUIRES: the ground is uniform, and the goal is reached.
  GridSteps Steps(Cell goal) const { return steps_[IdOf(goal)]; }

 private:
  uint32_t IdOf(Cell cell) const {
    return static_cast<uint32_t>(cell.row) * ground_.bits.columns + static_cast<uint32_t>(cell.column);
  }
  // Of a step to a neighbour; infinite where it is none.
  double StepCost(Cell from, Cell to) const;

  const GridGround ground_;
  std::vector<double> costs_;
  std::vector<GridSteps> steps_;
};

// What a cell costs [per cell of path]; 0 where it is blocked.
double GridCellCost(const GridGround& ground, Cell cell);

// Whether the turns of `path` are joined by straight lines of steps that the ground allows, and its steps and
// its cost are those of the path.
bool IsWalkable(const GridGround& ground, const GridPath& path);

}  // namespace waystone
