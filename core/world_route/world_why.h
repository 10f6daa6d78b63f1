// Why a route over maps does not lead to its goal.
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "core/base/scratch.h"
#include "core/store/world_store.h"
#include "core/surface/world_query.h"
#include "core/why/fix.h"

namespace waystone {

// What the traveller lacks on the path that it would take with all means: requirements, tickets, money, portals and maps
// that the query closes, maps that are missing. If no portal helps: what parts start and goal if they are on one map, or else the
// start from the portals of its map, or else the goal from those that lead to its map (core/why/fix_path.h; of 16 portals at most). Fixes name their maps. Empty if the route is complete, or that was not found within the query's
// limits. `answer`: of the query. Takes up to two searches more. Errors as PlanWorldRoute.
absl::StatusOr<std::vector<Fix>> ExplainWorldRoute(WorldStore& store, const WorldRouteQuery& query,
                                                   const WorldRouteAnswer& answer, Scratch& scratch);

}  // namespace waystone
