// Why a route does not lead to its goal.
//
//   query.allow_partial = false;
//   WS_ASSIGN_OR_RETURN(const RouteAnswer answer, PlanRoute(view, query, scratch));
//   for (const Fix& fix : ExplainRoute(view, query, answer, scratch)) std::cout << fix.sentence << "\n";
#pragma once

#include <vector>

#include "core/base/scratch.h"
#include "core/surface/map_view.h"
#include "core/surface/route_query.h"
#include "core/why/fix.h"

namespace waystone {

// What keeps the route from the end of the first of its stretches that does not lead there (fix_path.h), on the map as it
// was baked. Empty if the route is complete, a limit ended its search, or the query's changes close the way. `answer`: of the
// query. The view has zones.
std::vector<Fix> ExplainRoute(const MapView& map, const RouteQuery& query, const RouteAnswer& answer,
                              Scratch& scratch);

// What keeps an agent from walking from one position to another [m, absolute] on the map as it was baked. Empty if nothing does.
// The view has zones.
std::vector<Fix> ExplainWalk(const MapView& map, const Vec3& from, const Vec3& to, const SnapOptions& snap,
                             const Deadline& deadline, Scratch& scratch);

}  // namespace waystone
