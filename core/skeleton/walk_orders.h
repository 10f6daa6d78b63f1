// The orders that decide step by step where to go next (S0.9).
#pragma once

#include <cstdint>

#include "core/skeleton/walk_state.h"

namespace waystone {

// Each continues until the current strong component has no wanted node left, at most `enough` are wanted at
// all, or time is up. It does not leave the component.

// The nearest in hops, ties to the lowest id. One breadth-first search per retreat.
void WalkBreadthFirst(WalkState& state, uint32_t enough);
// To the lowest neighbour while there is one, else back to the last key point that has one.
void WalkDepthFirst(WalkState& state, uint32_t enough);

}  // namespace waystone
