// Distances between ends that are snapped to mutually reachable ground.
#pragma once

#include "absl/status/statusor.h"
#include "core/base/scratch.h"
#include "core/surface/distance_query.h"
#include "core/surface/map_view.h"

namespace waystone {

// Snaps and searches every pair by itself, as a route does (RouteSearch::SnapStops). `map`: with the query's changes
// applied. The query is checked. O(pairs) snaps and searches.
absl::StatusOr<DistanceAnswer> MeasureMutualPairs(const MapView& map, const DistanceQuery& query,
                                                  Scratch& scratch);

}  // namespace waystone
