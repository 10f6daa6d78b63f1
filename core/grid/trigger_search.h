// Ways over a grid around triggers: cells that end every way that comes to them, but hinder neither the way
// that starts there nor a diagonal step beside them.
#pragma once

#include <span>

#include "core/grid/grid_path.h"
#include "core/grid/grid_targets.h"
#include "core/grid/grid_workspace.h"
#include "core/grid/trigger_bits.h"

namespace waystone {

// The way of least cost from start to goal, which may be a trigger: by jump points where all cells cost the
// same, else by A*. `path` is overwritten. REQUIRES: free cells; `triggers` are of the ground's bits. Looks
// at the deadline every few hundred expansions.
void FindPathAroundTriggers(const GridGround& ground, const TriggerBits& triggers, const GridQuery& query,
                            GridWorkspace& workspace, GridPath& path);

// The ways of least cost from the query's start to all targets, ways[target]: what they have expanded is not
// told, and where a target cannot be reached so the outcome is kNoWay. One search, which goes as far as the
// farthest target that the bounds say is worth it. The query's goal means nothing.
// kFound, or the limit that ended the search: ways that were not certain by then are missing. REQUIRES:
// `cells` ascend, have no start, and are what `triggers` were set to look for; targets are below ways.size().
SearchOutcome FindTargets(const GridGround& ground, const TriggerBits& triggers, const GridQuery& query,
                          std::span<const TargetCell> cells, const TargetBounds& bounds,
                          GridWorkspace& workspace, std::span<GridPath> ways);

}  // namespace waystone
