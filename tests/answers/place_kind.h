// Placements: every position returned is a good one (docs/placement.md).
#pragma once

#include "tests/answers/answer_kind.h"

namespace waystone::answers {

// Scattered positions: on the surface, in the region, the spacing kept, and reachable from the anchor and
// back. Each position is a question.
void AskPlaces(const Round& round);

}  // namespace waystone::answers
