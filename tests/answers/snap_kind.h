// From a position to the ground: the nearest place of the surface within the limits (docs/routing.md).
#pragma once

#include "tests/answers/answer_kind.h"

namespace waystone::answers {

// Where positions near the surface stand, by ValidateMove without its other checks.
void AskSnaps(const Round& round);

}  // namespace waystone::answers
