// Jump point searches over ground of one cost.
#pragma once

#include <cstdint>
#include <span>

#include "core/grid/grid_path.h"
#include "core/grid/grid_targets.h"
#include "core/grid/jump_scratch.h"
#include "core/grid/trigger_bits.h"

namespace waystone {

// The shortest path, by looking at the bits alone. Fills outcome, turns, steps and expanded of `path`.
// REQUIRES: both cells are free in `bits`.
void FindJumpPath(const BitGrid& bits, const GridQuery& query, JumpScratch& scratch, GridPath& path);

// The same by the map's baked jumps. REQUIRES: `map` has jumps.
void FindTablePath(const GridView& map, const GridQuery& query, JumpScratch& scratch, GridPath& path);

// The same within goal bounds. REQUIRES: `map` has bounds.
void FindGoalBoundedPath(const GridView& map, const GridQuery& query, JumpScratch& scratch, GridPath& path);

// Like FindJumpPath, around triggers: a path that comes to a trigger ends there. REQUIRES: `triggers` are of
// `bits`.
void FindJumpPathAroundTriggers(const BitGrid& bits, const TriggerBits& triggers, const GridQuery& query,
                                JumpScratch& scratch, GridPath& path);

// FindTargets over ground of one cost (core/grid/trigger_search.h).
SearchOutcome FindTargetsByJumps(const BitGrid& bits, const TriggerBits& triggers, const GridQuery& query,
                                 std::span<const TargetCell> cells, const TargetBounds& bounds,
                                 JumpScratch& scratch, std::span<GridPath> paths);

}  // namespace waystone
