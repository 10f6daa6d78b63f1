// The best way between places on a grid: what mesh_route.h and nearest_route.h are to meshes.
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

// The cheapest way over free cells to any of the goals, exact if max_length_ratio is at most 1 and the
// method is neither kTrunk nor kBlocks; of equals the first. Goals are searched one by one, the nearest as
// the crow flies first, until no other can be nearer; once one is found to be out of reach a flood tells of
// all. The way is told in the shape asked for, from place to place and not from the middles of their cells;
// its cost is GridPath::cost in metres, but for a line that the exact any-angle search found, whose cost is
// its own (method kAnyAngle).
//
// Where no goal can be reached: the way to the cell nearest to any of them, where partial ways are allowed;
// kClosedByChanges where the zones know a way on the map as baked. Where a limit came first: the best way
// found by then, or where there is none the straight line towards the nearest goal as far as it is free.
// REQUIRES: at least one goal; all places lie in free cells of `ground` (PlaceInCell).
NearestPath FindNearestGridRoute(const MapView& map, const GridGround& ground, const NavLocation& start,
                                 std::span<const NavLocation> goals, const PathTerms& terms,
                                 Scratch& scratch);

}  // namespace waystone
