// Moves: what was walked is legal, and what cannot be is not (docs/moves.md).
#pragma once

#include "tests/answers/answer_kind.h"

namespace waystone::answers {

// Short exact routes without a turn, one at a time as a move, in which all checks must pass; and moves to
// ground of another weak component, which must be illegal.
void AskMoves(const Round& round);

}  // namespace waystone::answers
