// MeasureDistances over meshes.
#pragma once

#include "core/base/scratch.h"
#include "core/surface/distance_query.h"
#include "core/surface/map_view.h"

namespace waystone {

// REQUIRES: the query is checked, and the map is neither a grid nor a graph of waypoints.
DistanceAnswer MeasureMeshDistances(const MapView& map, const DistanceQuery& query, Scratch& scratch);

}  // namespace waystone
