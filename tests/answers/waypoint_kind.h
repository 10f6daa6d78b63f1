// Routes and distances from node to node of graphs of waypoints.
#pragma once

#include "tests/answers/answer_kind.h"

namespace waystone::answers {

// Nodes given exactly, against Dijkstra's algorithm over the source's lists.
void AskWaypoints(const Round& round);

}  // namespace waystone::answers
