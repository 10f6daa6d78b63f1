// Jump point searches over ground of one cost.
#pragma once

#include <cstdint>

#include "core/grid/grid_path.h"
#include "core/grid/jump_scratch.h"

namespace waystone {

// The shortest way, by looking at the bits alone. Fills outcome, turns, steps and expanded of `path`.
// REQUIRES: both cells are free in `bits`.
void FindJumpPath(const BitGrid& bits, const GridQuery& query, JumpScratch& scratch, GridPath& path);

// The same by the map's baked jumps. REQUIRES: `map` has jumps.
void FindTablePath(const GridView& map, const GridQuery& query, JumpScratch& scratch, GridPath& path);

// The same within goal bounds. REQUIRES: `map` has bounds.
void FindGoalBoundedPath(const GridView& map, const GridQuery& query, JumpScratch& scratch, GridPath& path);

}  // namespace waystone
