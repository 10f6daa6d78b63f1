// MeasureDistances over grids.
#pragma once

#include "core/base/scratch.h"
#include "core/grid/grid_path.h"
#include "core/surface/distance_query.h"
#include "core/surface/map_view.h"

namespace waystone {

// REQUIRES: the query is checked, and the map is a grid.
DistanceAnswer MeasureGridDistances(const MapView& map, const DistanceQuery& query, const GridGround& ground,
                                    Scratch& scratch);

}  // namespace waystone
