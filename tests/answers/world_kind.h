// Routes over a world of drawn maps, in both modes of its portals (docs/worlds.md).
#pragma once

#include "tests/answers/answer_kind.h"

namespace waystone::answers {

// The queries that came with the world, and random starts whose goals were reached by Dijkstra's algorithm
// over the cells of all its sources.
void AskWorlds(const Round& round);

}  // namespace waystone::answers
