// The skeleton of a graph of waypoints: the graph itself.
#pragma once

#include <cstdint>

#include "core/skeleton/skeleton_view.h"
#include "core/waypoint/waypoint_view.h"

namespace waystone {

// A key point per node, with the same number, and an arc per link that `abilities` may use (bit k: ability k
// of the manifest); with a round walk. O(n log n), and the round walk.
SkeletonData SkeletonOf(const WaypointView& graph, uint64_t abilities);

}  // namespace waystone
