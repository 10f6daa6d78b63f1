// From a way over cells to the line of a route.
#pragma once

#include <cstdint>

#include "core/grid/grid_path.h"
#include "core/grid/grid_shape.h"
#include "core/surface/route_query.h"
#include "core/surface/route_search.h"

namespace waystone {

// Ways of more cells are not told cell by cell.
inline constexpr uint64_t kMaxCellsTold = 1'000'000;

// What a cell of the ground costs, where GridPath::cost counts cells as they all cost the same; else 1.
// REQUIRES: the cell is free.
double CostOfCells(const GridGround& ground, Cell free_cell);

// Writes turns, end, costs and method of the way between two places in its first and its last cell to
// `found`. False where every cell was asked for and they are too many: its turning points then. `cost`:
// CostOfCells. The smoother is only scratch memory.
bool DrawGridWay(const GridGround& ground, const GridPath& path, const NavLocation& start,
                 const NavLocation& end, RouteShape shape, double cost, WaySmoother& smoother,
                 FoundPath& found);

// The same of the straight line towards a place, as far as it is free.
void DrawStraightWay(const GridGround& ground, const NavLocation& start, const NavLocation& goal, double cost,
                     FoundPath& found);

}  // namespace waystone
