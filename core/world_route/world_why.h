// Why a route over maps does not lead to its goal.
#pragma once

#include "absl/status/statusor.h"
#include "core/base/scratch.h"
#include "core/store/world_store.h"
#include "core/surface/world_query.h"
#include "core/why/fix.h"

namespace waystone {

// What the traveller lacks on the path that it would take with all means: requirements, tickets and money; or maps that are
// missing; or else the walks that the maps lack, and requirements, on the path that lacks the fewest, map by map in its order
// (core/world_route/broken_path.h, core/why/fix_path.h; of 16 such paths the one with the fewest fixes). Each place to pass, and each
// portal whose requirement is told, is a break of that path, too. `besides` are the tickets and the money. Portals that the query closes
// stay closed, unless that leaves no path; what it changes on the maps does not count but for opened cells. Fixes and breaks name their
// maps. No fixes if the route is complete, or nothing was found within the query's limits.
// `answer`: of the query. All its searches for routes together expand at most max_expansions nodes. Errors as PlanWorldRoute.
absl::StatusOr<MendedPath> ExplainWorldRoute(WorldStore& store, const WorldRouteQuery& query,
                                             const WorldRouteAnswer& answer, Scratch& scratch);

}  // namespace waystone
