// Joining a skeleton over waypoints, whose key points are their nodes.
#pragma once

#include "core/base/scratch.h"
#include "core/navmesh/exclusions.h"
#include "core/surface/map_view.h"
#include "core/surface/skeleton_join.h"

namespace waystone {

// The node with the cheapest path from the start, which may leave a link that leads both ways at either end;
// of equals the lowest id of the source. O(nodes).
SkeletonJoin FindNodeToJoin(const MapView& map, const NavLocation& start, const JoinOptions& options,
                            const Exclusions* exclusions, Scratch& scratch);

}  // namespace waystone
