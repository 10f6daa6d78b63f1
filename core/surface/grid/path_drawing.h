// From a path over cells to the line of a route.
#pragma once

#include <cstdint>

#include "core/grid/grid_path.h"
#include "core/grid/grid_shape.h"
#include "core/surface/route_query.h"
#include "core/surface/route_search.h"

namespace waystone {

// Paths of more cells are not given cell by cell.
inline constexpr uint64_t kMaxCellsTold = 1'000'000;

// The cost of a cell of the ground if all cost the same, since GridPath::cost then counts cells; else 1.
// REQUIRES: the cell is free.
double CostOfCells(const GridGround& ground, Cell free_cell);

// Writes turns, end, costs and method of the path between two places in its first and its last cell to
// `found`. False if every cell was asked for and they are too many: `found` then has the turning points.
// `cost`: CostOfCells. The smoother is only scratch memory.
bool DrawGridPath(const GridGround& ground, const GridPath& path, const NavLocation& start,
                  const NavLocation& end, RouteShape shape, double cost, PathSmoother& smoother,
                  FoundPath& found);

// The same, smoothed over less ground (DrawSmoothLineOver).
void DrawPathOver(const GridGround& open, const GridPath& path, const NavLocation& start,
                  const NavLocation& end, double cost, PathSmoother& smoother, FoundPath& found);

// The same for the straight line towards a place, as far as it is free.
void DrawStraightPath(const GridGround& ground, const NavLocation& start, const NavLocation& goal,
                      double cost, FoundPath& found);

}  // namespace waystone
