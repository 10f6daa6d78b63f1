// What may be reached from where, by the rules EXACT and SEED (docs/zones.md).
#pragma once

#include "tests/answers/answer_kind.h"

namespace waystone::answers {

// The zones that GetSurface tells, and pairs of places, by ValidateMove's check of reachability alone,
// against searches over the source's list of connections if the map has one, else over the polygons of the
// package.
void AskZones(const Round& round);

}  // namespace waystone::answers
