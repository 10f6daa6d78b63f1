// Distances on maps of waypoints.
#pragma once

#include "core/query/distance_matrix.h"

namespace waystone {

// MeasureDistances for maps of waypoints: each distance is the cost of PlanRoute's answer for the pair. The
// targets of a source are searched one by one, the nearest first; if that would cost more than looking at
// every node, one search from the source measures the rest. REQUIRES: map.waypoints, a valid query.
DistanceAnswer MeasureWaypointDistances(const MapView& map, const DistanceQuery& query, Workspace& workspace);

}  // namespace waystone
