// Distances on maps of waypoints.
#pragma once

#include "core/base/scratch.h"
#include "core/surface/distance_query.h"
#include "core/surface/map_view.h"

namespace waystone {

// MeasureDistances for maps of waypoints. Once the searches for single targets would cost more than looking
// at every node, one search from the source measures the rest. REQUIRES: map.waypoints, a valid query.
DistanceAnswer MeasureWaypointDistances(const MapView& map, const DistanceQuery& query, Scratch& scratch);

}  // namespace waystone
