// From a path over cells to the line that is walked.
#pragma once

#include <span>
#include <vector>

#include "core/grid/grid_path.h"
#include "core/grid/grid_shape.h"
#include "core/surface/route_query.h"

namespace waystone {

// The beginning of a straight line that lies over free cells.
struct FreeLine {
  double share = 1;  // [0-1] of the line: 1 if all of it is free
  double cost = 0;   // [cells] what walking it costs: each cell by the length of the line in it (CostOf)
};

// The free beginning of the straight line between two map-local places. A line through the common corner of
// two cells needs the two beside it free, too. REQUIRES: `from` lies in a free cell. O(cells of the line).
FreeLine WalkLine(const GridGround& ground, const Vec3& from, const Vec3& to);

// Writes the line of a path (GridPath::turns) from a place in its first cell to one in its last to `line`,
// which is overwritten: map-local points, two or more. It passes the middles of those two cells if the
// straight line from the place leads over cells that are not free. The smoother is only scratch memory.
// REQUIRES: the shape is one over cells.
void DrawGridLine(const GridGround& ground, std::span<const Cell> turns, const Vec3& from, const Vec3& to,
                  RouteShape shape, PathSmoother& smoother, std::vector<Vec3>& line);

// The same, smoothed, of a path that was found on ground with more free cells than `open`: what of it is not free there stays
// as it is, cell by cell, and the rest of the line leads over free cells of `open` only.
void DrawSmoothLineOver(const GridGround& open, std::span<const Cell> turns, const Vec3& from, const Vec3& to,
                        PathSmoother& smoother, std::vector<Vec3>& line);

}  // namespace waystone
