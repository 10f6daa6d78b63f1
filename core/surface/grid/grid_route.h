// The best path between places on a grid: what mesh_route.h and nearest_route.h are for meshes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/scratch.h"
#include "core/grid/grid_path.h"
#include "core/surface/map_view.h"
#include "core/surface/route_query.h"
#include "core/surface/route_search.h"

namespace waystone {

// The cheapest path over free cells to any of the goals, exact if max_length_ratio is at most 1 and the
// method is neither kTrunk nor kClusters; of equals the first. Goals are searched one by one, the nearest in
// a straight line first, until no other can be nearer. Once one is found unreachable, a flood checks all. The
// path has the shape asked for, from place to place and not from the middles of their cells. Its cost is
// GridPath::cost in metres; a line of the exact any-angle search has its own cost (method kAnyAngle).
//
// If no goal can be reached: the path to the cell nearest to any of them, if partial paths are allowed;
// kClosedByChanges if the zones know a path on the map as baked. If a limit came first: the best path found
// by then, or else the straight line towards the nearest goal as far as it is free. REQUIRES: at least one
// goal; all places lie in free cells of `ground` (PlaceInCell).
NearestPath FindNearestGridRoute(const MapView& map, const GridGround& ground, const NavLocation& start,
                                 std::span<const NavLocation> goals, const PathTerms& terms,
                                 Scratch& scratch);

}  // namespace waystone
