// Waypoints as rows of comma-separated text.
#pragma once

#include <string_view>

#include "absl/status/status.h"
#include "bake/import/waypoint_graph.h"

namespace waystone {

// Columns are found by the names in the header line; those not named here are passed over.
//   nodes: id,x,y,z and, where there are any, radius,flags
//   links: from,to and, where there are any, jump,ladder (0 or 1)
// Appended to the graph. InvalidArgument "line N: ..." naming the column and the rule. O(size).
absl::Status ParseWaypointNodes(std::string_view text, WaypointGraph& graph);
absl::Status ParseWaypointLinks(std::string_view text, WaypointGraph& graph);

}  // namespace waystone
