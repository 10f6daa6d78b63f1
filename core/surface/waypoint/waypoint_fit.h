// Whether a graph of waypoints and what is baked beside it agree.
#pragma once

#include <cstddef>

#include "absl/status/status.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"
#include "core/skeleton/skeleton_view.h"
#include "core/waypoint/waypoint_view.h"

namespace waystone {

// Checks that node k is on polygon k and arc k is link k. DataLoss naming the first that is not. O(arcs).
absl::Status CheckWaypointsFit(const WaypointView& graph, const NavmeshView& mesh, const LinkView& links);

// Checks that key point k is node k, as on maps of waypoints. DataLoss naming the first that is not. O(key
// points).
absl::Status CheckKeyPointsAreNodes(const SkeletonView& skeleton, size_t nodes);

}  // namespace waystone
