// Graphs of waypoints for the waypoint suite.
#pragma once

#include <cstdint>

#include "bake/import/waypoint_graph.h"

namespace waystone {

// A random geometric graph: nodes uniform over a square, one for each 100 m2, at heights of 0-5 m, and links
// between those at most 15 m apart in the plane: some seven neighbours. Of these pairs 85 % are linked both
// ways, the others one way; a link costs 1 to 1.5 times its length. The same for a seed on every machine.
// REQUIRES: nodes in [1-kMaxWaypointNodes]. O(nodes).
WaypointGraph RandomGeometricGraph(uint32_t nodes, uint64_t seed);

}  // namespace waystone
