// Jump point searches over ground of one cost.
#pragma once

#include <cstdint>

#include "core/grid/grid_path.h"
#include "core/grid/jump_scratch.h"
#include "core/grid/trigger_bits.h"

namespace waystone {

// The shortest way, by looking at the bits alone. Fills outcome, turns, steps and expanded of `path`.
// REQUIRES: both cells are free in `bits`.
void FindJumpPath(const BitGrid& bits, const GridQuery& query, JumpScratch& scratch, GridPath& path);

// The same by the map's baked jumps. REQUIRES: `map` has jumps.
void FindTablePath(const GridView& map, const GridQuery& query, JumpScratch& scratch, GridPath& path);

// The same within goal bounds. REQUIRES: `map` has bounds.
void FindGoalBoundedPath(const GridView& map, const GridQuery& query, JumpScratch& scratch, GridPath& path);

// The same as the first one, around triggers: no way leads to a trigger but from itself. REQUIRES: `triggers`
// are of `bits`.
void FindPathAroundTriggers(const BitGrid& bits, const TriggerBits& triggers, const GridQuery& query,
                            JumpScratch& scratch, GridPath& path);

}  // namespace waystone
