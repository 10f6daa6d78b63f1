// Routes over meshes.
#pragma once

#include "tests/answers/answer_kind.h"

namespace waystone::answers {

// Routes from a place to many: whether there are any, against a search over polygons; what they cost, against
// paths over sides, the straight line, the path back and the exact search; and all of JudgeRoute.
void AskRoutes(const Round& round);

}  // namespace waystone::answers
