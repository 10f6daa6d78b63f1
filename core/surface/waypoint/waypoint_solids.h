// Which nodes and arcs of a graph of waypoints are closed by solids in the way.
#pragma once

#include "absl/status/status.h"
#include "core/base/deadline.h"
#include "core/surface/map_view.h"
#include "core/surface/route_changes.h"

namespace waystone {

// Closes nodes on whose ground the agent may touch a solid, and walked arcs on whose straight line it would, and takes the
// solids out of the changes. Nothing is cut: a node is closed as a whole. Solids count for a little more than they are
// (FootprintOf). DeadlineExceeded, Cancelled. O(nodes / 8 + arcs / 8 + solids x nodes near them). REQUIRES: the map is one of waypoints.
absl::Status CloseUnder(const MapView& map, const Deadline& deadline, ClosedParts& changes);

}  // namespace waystone
