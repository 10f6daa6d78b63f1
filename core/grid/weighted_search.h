// The cheapest way over cells of different cost.
#pragma once

#include "core/grid/grid_path.h"
#include "core/grid/weighted_workspace.h"

namespace waystone {

// Counts an expansion. True where the query allows no more of them: `path` says then why.
bool MustStop(const GridQuery& query, GridPath& path);

// Finds a way of least cost by A*, or the straight line where that is one (S2.2). Exact but for the rounding
// of sums. `path` is overwritten; its memory is reused. The same query gives the same way on every machine.
// REQUIRES: both cells are free in `ground.bits`. O(cells log cells) in the cells that are cheaper to reach
// than the goal.
void FindWeightedPath(const GridGround& ground, const GridQuery& query, WeightedWorkspace& workspace,
                      GridPath& path);

// The same, but stops as soon as no way can cost less than `least` [cells]: false then, and of `path` only
// what was expanded says something.
bool FindWeightedPathBelow(const GridGround& ground, const GridQuery& query, double least,
                           WeightedWorkspace& workspace, GridPath& path);

}  // namespace waystone
