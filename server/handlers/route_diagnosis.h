// Which changes keep a route from its goal.
#pragma once

#include "core/surface/route_query.h"
#include "server/convert/convert.h"
#include "server/convert/request_limits.h"
#include "server/convert/request_scope.h"
#include "waystone/v1/route.pb.h"

namespace waystone {

// Fills PlanRouteResponse::blocking_changes with changes of the request, of its batch, of the sets that they name and of
// the map's doors: without them a route leads to the goal, with any one of them none does. Adds a sentence to the
// explanation. Nothing if the goal is out of reach without any changes, if there are more than 10,000 changes, or if that
// was not found by the query's deadline, with its max_expansions over all and 256 routes. Of several such sets it is the one
// that has the doors, then the obstacles, if there is a choice. The ends snap anew for each set. `query` is the request's,
// whose answer was that changes close the way. O(changes found * log changes) routes.
void Diagnose(const v1::PlanRouteRequest& request, const RouteQuery& query, const FoundMap& found,
              const RequestLimits& limits, const RequestScope& scope, v1::PlanRouteResponse& response);

}  // namespace waystone
