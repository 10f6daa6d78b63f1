// What is wrong with a move, in words.
#pragma once

#include <string>

#include "core/move/move_query.h"

namespace waystone {

// One sentence for a person: what was measured, and what is allowed. Empty if nothing is wrong.
std::string ExplainMove(const MoveViolation& violation);

}  // namespace waystone
