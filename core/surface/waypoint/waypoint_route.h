// Paths over maps of waypoints.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "core/base/deadline.h"
#include "core/base/scratch.h"
#include "core/navmesh/exclusions.h"
#include "core/path/surface_path.h"
#include "core/surface/map_view.h"
#include "core/surface/route_query.h"
#include "core/surface/route_search.h"
#include "core/waypoint/waypoint_search.h"

namespace waystone {

struct WaypointPathOptions {
  uint32_t max_expansions = 1'000'000;                          // [search nodes]
  double max_cost_m = std::numeric_limits<double>::infinity();  // [m, >= 0] ignores paths that cost more
  bool has_changes = false;
  const Exclusions* exclusions = nullptr;  // of the changes; null: none
  Deadline deadline;
};

// FindNearestRoute for maps of waypoints: from the start over nodes to the cheapest goal, by one search for
// all of them (waypoint_search.h), exact. If no goal can be reached, the path to the place of a node nearest
// to any of them; if a limit ended the search, to the nearest that it reached. REQUIRES: map.waypoints, a
// goal or more; changes without weights.
NearestPath FindNearestWaypointRoute(const MapView& map, const NavLocation& start,
                                     std::span<const NavLocation> goals, const WaypointPathOptions& options,
                                     Scratch& scratch);

// Fills a route from the start over the nodes of the path, or straight if there is none, to `end`. The costs
// of its last stretch leave out the path behind the last node.
void LayWaypointRoute(const WaypointView& graph, const NavLocation& start,
                      std::span<const WaypointEnd> starts, const std::optional<WaypointPath>& path,
                      double cost_m, const NavLocation& end, SurfacePath& route);

// AppendRoute for maps of waypoints: links that are walked become part of the walks between the others.
bool AppendWaypointRoute(const MapView& map, const SurfacePath& route, const RouteQuery& query,
                         RouteAnswer& answer);

}  // namespace waystone
