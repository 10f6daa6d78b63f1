// The shortest, or cheapest, path between two cells: the one entry point of all searches over grids.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/deadline.h"
#include "core/grid/grid_path.h"
#include "core/grid/grid_workspace.h"

namespace waystone {

// The fastest method that the map and the request allow. GridQuery::method may name one; a method that is not
// allowed counts as kAuto.
GridMethod PickMethod(const GridGround& ground, const GridQuery& query);

// Finds the path of least cost from start to goal, whichever method is asked for. All methods are exact
// except kTrunk and kClusters, which are only used if they are asked for, or if the query allows a
// max_cost_ratio above 1; GridPath::cost_ratio is then proven. If they alone do not prove a given ratio, the
// exact search goes on until it is proven or the best path is found. With kClusters, paths within a cluster
// or into the next one are first searched for exactly, up to a limit. Overwrites `path` and reuses its
// memory. REQUIRES: both cells are free in `ground.bits`. Looks at the deadline every few hundred expansions.
void FindGridPath(const GridGround& ground, const GridQuery& query, GridWorkspace& workspace, GridPath& path);

// All cells that can be reached from `from`, as bits by rows (BitLines{rows, columns}), written to `reached`.
// Returns false if the deadline passes first, with only some of them written. O(cells / 64 + borders).
[[nodiscard]] bool FloodGrid(const BitGrid& bits, Cell from, const Deadline& deadline,
                             std::vector<uint64_t>& reached);

}  // namespace waystone
