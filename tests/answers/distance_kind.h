// MeasureDistances against PlanRoute: the distance is the cost of the route, on every kind of map.
#pragma once

#include "tests/answers/answer_kind.h"

namespace waystone::answers {

// One source and many targets, asked for as distances and as routes.
void AskDistances(const Round& round);

}  // namespace waystone::answers
