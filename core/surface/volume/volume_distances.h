// MeasureDistances in volumes.
#pragma once

#include "core/base/scratch.h"
#include "core/surface/distance_query.h"
#include "core/surface/map_view.h"

namespace waystone {

// The costs of routes (FindNearestVolumeRoute). REQUIRES: the query is checked; the map is a volume.
DistanceAnswer MeasureVolumeDistances(const MapView& map, const DistanceQuery& query, Scratch& scratch);

}  // namespace waystone
