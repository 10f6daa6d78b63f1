// The cheapest path over cells of different cost.
#pragma once

#include "core/grid/grid_path.h"
#include "core/grid/weighted_workspace.h"

namespace waystone {

// Counts an expansion. True if the query allows no more: `path` then says why.
bool MustStop(const GridQuery& query, GridPath& path);

// Finds a path of least cost by A*, or the straight line if that is one (S2.2). Exact but for the rounding of
// sums. Overwrites `path` and reuses its memory. The same query gives the same path on every machine.
// REQUIRES: both cells are free in `ground.bits`. O(cells log cells) in the cells that are cheaper to reach
// than the goal.
void FindWeightedPath(const GridGround& ground, const GridQuery& query, WeightedWorkspace& workspace,
                      GridPath& path);

// The same, but stops as soon as no path can cost less than `least` [cells]: then returns false, and only
// `expanded` of `path` is valid.
bool FindWeightedPathBelow(const GridGround& ground, const GridQuery& query, double least,
                           WeightedWorkspace& workspace, GridPath& path);

}  // namespace waystone
