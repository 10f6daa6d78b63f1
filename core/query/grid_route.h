// The best way between places on a grid: what mesh_route.h and nearest_route.h are to meshes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/scratch.h"
#include "core/grid/grid_path.h"
#include "core/query/nearest_route.h"
#include "core/query/route_query.h"
#include "core/store/map_view.h"

namespace waystone {

struct GridRouteOptions {
  uint32_t max_expansions = 1'000'000;            // [search nodes]
  GridMethod method = GridMethod::kAuto;          // as far as it is valid
  double max_cost_ratio = 0;                      // GridQuery::max_cost_ratio
  RouteShape shape = RouteShape::kTurningPoints;  // kSurface is as kTurningPoints
  bool is_unreachable = false;                    // the caller knows that no goal can be reached
  bool allow_partial = true;                      // a way to the nearest place is wanted where there is none
  Deadline deadline;
};

// The cheapest way over free cells to any of the goals, exact where max_cost_ratio is at most 1 and the
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
NearestRoute FindNearestGridRoute(const MapView& map, const GridGround& ground, const NavLocation& start,
                                  std::span<const NavLocation> goals, const GridRouteOptions& options,
                                  Scratch& scratch);

}  // namespace waystone
