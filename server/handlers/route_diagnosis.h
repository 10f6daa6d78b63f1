// Which changes keep a route from its goal.
#pragma once

#include "absl/status/status.h"
#include "core/surface/route_query.h"
#include "server/convert/convert.h"
#include "server/convert/request_limits.h"
#include "server/convert/request_scope.h"
#include "waystone/v1/route.pb.h"

namespace waystone {

// Fills PlanRouteResponse::blocking_changes with changes of the request, of its batch and of the map's doors: without them
// a route leads to the goal, with any one of them none does. Adds a sentence to the explanation. Nothing if the goal
// is out of reach without any changes, or the query's deadline comes first. Of several such sets it is the one that has
// the doors, then the obstacles, if there is a choice. The ends snap anew for each
// set. `query` is the request's, whose answer was that changes close the
// way. O(changes found * log changes) routes. Errors as ReadChanges and PlanRoute.
absl::Status Diagnose(const v1::PlanRouteRequest& request, const RouteQuery& query, const FoundMap& found,
                      const RequestLimits& limits, const RequestScope& scope,
                      v1::PlanRouteResponse& response);

}  // namespace waystone
