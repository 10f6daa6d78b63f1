// PlanRoute: from a place to one or the nearest of several goals over one map, through via points. Needs no
// network; docs/routing.md has a whole program.
//
//   WS_ASSIGN_OR_RETURN(const auto map, LoadedMap::Load("town.waymap"));
//   WS_ASSIGN_OR_RETURN(const MapView view, map->View(""));
//   RouteQuery query;
//   query.start = {1, 0, 1};
//   query.goals = {{40, 0, 25}};
//   WS_ASSIGN_OR_RETURN(const RouteAnswer route, PlanRoute(view, query, scratch));
//   if (route.status == RouteStatus::kComplete) Follow(route.points);
#pragma once

#include "absl/status/statusor.h"
#include "core/base/scratch.h"
#include "core/surface/map_view.h"
#include "core/surface/route_query.h"

namespace waystone {

// Asks the zones first, so that an unreachable goal costs no search, or one search to the nearest reachable
// place if a partial route is wanted. Then finds the path to each via point in turn, and to the goal that is
// the cheapest to reach from there, over the surface and the links that the view's abilities may use
// (mesh_route.h, nearest_route.h). Goals off the surface and unreachable goals are ignored if there are
// others. What the query's changes exclude is as if it had never been baked. If no goal can be reached, a
// partial route ends at the place nearest to any of them.
//
// On a grid, paths lead over its cells with the changes applied (grid_route.h). Closing cells never
// invalidates a "no" from the zones. If the request opens cells, the zones are skipped.
//
// InvalidArgument if a field is not finite, out of its range, or not valid for the map's kind of surface (the
// message begins with its name); Unimplemented if a change is not served on that kind. All other outcomes are
// reported in RouteAnswer::status. Of places off the mesh the start is named first, then the via points in
// order, then the goals. The scratch memory is reused between calls; one thread at a time.
absl::StatusOr<RouteAnswer> PlanRoute(const MapView& baked, const RouteQuery& query, Scratch& scratch);

}  // namespace waystone
