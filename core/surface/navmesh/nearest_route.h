// Which of several goals is the cheapest to get to?
#pragma once

#include <cstddef>
#include <span>

#include "core/base/scratch.h"
#include "core/navmesh/navmesh_view.h"
#include "core/surface/map_view.h"
#include "core/surface/navmesh/mesh_route.h"

namespace waystone {

// The cheapest path to any of the goals; of equals the first. The goals are searched with growing limits of
// cost, the nearest in a straight line first; if that costs much, a flood measures many at once, and the best
// of them is searched. Exact to rounding if FindMeshRoute finds the cheapest paths; otherwise the winner's
// cheapest path may be longer by as much as such paths may be.
//
// If no goal can be reached: the path to the place nearest to any of them (3D). If a limit ended the search:
// the best path so far, complete but maybe not the cheapest, or partial to the goal that was searched.
// `max_expansions` bounds the sum of all searches, which is what the route's `expansions` says. REQUIRES: at
// least one goal. Floods over the whole surface only if some goal is found unreachable, never with
// options.is_reachable.
NearestPath FindNearestRoute(const MapView& map, const NavLocation& start, std::span<const NavLocation> goals,
                             const MeshRouteOptions& options, Scratch& scratch);

}  // namespace waystone
