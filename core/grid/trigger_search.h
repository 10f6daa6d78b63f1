// Paths over a grid around triggers: cells that end every path that comes to them, but block neither a path
// that starts there nor a diagonal step beside them.
#pragma once

#include <span>

#include "core/grid/grid_path.h"
#include "core/grid/grid_targets.h"
#include "core/grid/grid_workspace.h"
#include "core/grid/trigger_bits.h"

namespace waystone {

// The path of least cost from start to goal, which may be a trigger: by jump points if all cells cost the
// same, else by A*. Overwrites `path`. REQUIRES: free cells; `triggers` are of the ground's bits. Looks at
// the deadline every few hundred expansions.
void FindPathAroundTriggers(const GridGround& ground, const TriggerBits& triggers, const GridQuery& query,
                            GridWorkspace& workspace, GridPath& path);

// The paths of least cost from the query's start to all targets, paths[target]: without their expansions; if
// a target cannot be reached, its outcome says so. One search, which goes as far as the farthest target that
// the bounds say is worth it. Ignores the query's goal.
// Returns kFound, or the limit that ended the search: paths that were not certain by then are missing.
// REQUIRES: `cells` ascend, exclude the start, and are what `triggers` were set to look for; targets are
// below paths.size().
SearchOutcome FindTargets(const GridGround& ground, const TriggerBits& triggers, const GridQuery& query,
                          std::span<const TargetCell> cells, const TargetBounds& bounds,
                          GridWorkspace& workspace, std::span<GridPath> paths);

}  // namespace waystone
