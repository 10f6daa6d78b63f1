// The shortest, or cheapest, way between two cells: the one door to all searches over grids.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/deadline.h"
#include "core/grid/grid_path.h"
#include "core/grid/grid_workspace.h"

namespace waystone {

// The methods that a map and a request allow, the fastest of them first. GridQuery::method names one of them;
// another one is as kAuto.
GridMethod PickMethod(const GridGround& ground, const GridQuery& query);

// Finds the way of least cost from start to goal, whichever method is asked for: all are exact but kTrunk
// and kBlocks, which are only taken where they are asked for, or the query allows a max_cost_ratio above 1;
// GridPath::cost_ratio is then proven. Where they alone do not prove a ratio that is given, the search for
// the best way goes on until it is proven, or that way found. By kBlocks ways within a block, or into the
// next, are first searched for exactly for a while. `path` is overwritten; its memory is
// reused. REQUIRES: both cells are free in `ground.bits`. Looks at the deadline every few hundred expansions.
void FindGridPath(const GridGround& ground, const GridQuery& query, GridWorkspace& workspace, GridPath& path);

// All cells that can be reached from `from`, as bits by rows (BitLines{rows, columns}), written to `reached`.
// False where the deadline passes before: some of them then. O(cells / 64 + borders).
[[nodiscard]] bool FloodGrid(const BitGrid& bits, Cell from, const Deadline& deadline,
                             std::vector<uint64_t>& reached);

}  // namespace waystone
