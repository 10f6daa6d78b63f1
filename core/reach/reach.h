// Reach: the ground that can be walked to within a cost, in cells.
//
//   ReachQuery query;
//   query.starts = {camp};
//   query.max_cost_m = 100;
//   WS_ASSIGN_OR_RETURN(const ReachAnswer reach, Reach(view, query, scratch));
#pragma once

#include "absl/status/statusor.h"
#include "core/base/scratch.h"
#include "core/reach/reach_query.h"
#include "core/surface/map_view.h"

namespace waystone {

// Each cost is exact: that of the walks that rules of placements measure (WalkGround), or on maps of waypoints that of MeasureDistances.
// Routes that an index plans may cost more. The same query has the same answer unless the deadline cuts it short.
//
// InvalidArgument if a field is not finite or out of its range (the message begins with its name); OutOfRange if cells of the size
// that was asked for are more than max_cells. One thread at a time. O(search nodes within the cost + polygons around +
// cells log cells) for each start.
absl::StatusOr<ReachAnswer> Reach(const MapView& baked, const ReachQuery& query, Scratch& scratch);

}  // namespace waystone
