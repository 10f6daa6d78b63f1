// Routes over drawn maps of cells.
#pragma once

#include "tests/answers/answer_kind.h"

namespace waystone::answers {

// The map's own scenario against its golden steps, and pairs of cells against Dijkstra's algorithm over the
// source: costs, reachability, and routes of every cell step by step.
void AskGrids(const Round& round);

}  // namespace waystone::answers
