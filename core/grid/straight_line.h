// The way without a search: where the straight line is free and nothing on it is dear, no way is cheaper.
#pragma once

#include "core/grid/grid_path.h"

namespace waystone {

// Tries lines of as many diagonal steps as straight and diagonal ones can be, with the diagonal ones first,
// last, or spread evenly as Bresenham draws them (S2.2). One of which all touched cells are free, and cost
// `least`, is a way of least cost: every way has at least its length, and no cell costs less. If there is
// one, writes it to `path` (found, kStraightLine, nothing expanded) and returns true; else leaves `path`
// alone. `least` is LeastCost(ground). REQUIRES: both cells are free. O(cells of the line), until the first
// bad one.
bool FindStraightLine(const GridGround& ground, float least, Cell start, Cell goal, GridPath& path);

}  // namespace waystone
