// Which of several goals is the cheapest to get to?
#pragma once

#include <cstddef>
#include <span>

#include "core/base/scratch.h"
#include "core/navmesh/navmesh_view.h"
#include "core/surface/map_view.h"
#include "core/surface/navmesh/mesh_route.h"

namespace waystone {

// The cheapest way to any of the goals; of equals the first. The goals are searched with growing limits of
// cost, the nearest in a straight line first; where that costs much, a flood measures many at once, and the
// best of them is searched. To rounding where FindMeshRoute finds the cheapest ways; otherwise a goal may win
// whose cheapest way is longer by as much as such ways may be.
//
// Where no goal can be reached: the way to the place nearest to any of them (3D). Where a limit ended the
// search: the best way so far, complete but maybe not the cheapest, or partial to the goal that was searched.
// `max_expansions` bounds the sum of all searches, which is what the route's `expansions` says.
// REQUIRES: at least one goal. Floods over the whole surface only where some goal is found
// to be out of reach, never with options.is_reachable.
NearestPath FindNearestRoute(const MapView& map, const NavLocation& start, std::span<const NavLocation> goals,
                             const MeshRouteOptions& options, Scratch& scratch);

}  // namespace waystone
