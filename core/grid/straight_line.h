// Paths without a search: if the straight line is free and nothing on it is dear, no path is cheaper.
#pragma once

#include "core/grid/grid_path.h"

namespace waystone {

// Tries three lines of as few steps as possible, with the diagonal steps first, last, or spread evenly as
// Bresenham draws them (S2.2). If all cells that a line touches are free and cost `least`, the line is a path
// of least cost: every path has at least its length, and no cell costs less. If there is one, writes it to
// `path` (found, kStraightLine, nothing expanded) and returns true; else leaves `path` alone. `least` is
// LeastCost(ground). REQUIRES: both cells are free. O(cells of the line), until the first bad one.
bool FindStraightLine(const GridGround& ground, float least, Cell start, Cell goal, GridPath& path);

}  // namespace waystone
