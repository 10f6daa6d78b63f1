// MeasureDistances over grids.
#pragma once

#include "core/query/distance_matrix.h"

namespace waystone {

// REQUIRES: the query is checked, and the map is a grid.
DistanceAnswer MeasureGridDistances(const MapView& map, const DistanceQuery& query, const GridGround& ground,
                                    Workspace& workspace);

}  // namespace waystone
