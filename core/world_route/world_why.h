// Why a route over maps does not lead to its goal.
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "core/base/scratch.h"
#include "core/store/world_store.h"
#include "core/surface/world_query.h"
#include "core/why/fix.h"
#include "core/world/portal_query.h"
#include "core/world/world_view.h"

namespace waystone {

// What a traveller with all means may use: the portals that `limits` do not close, as many as they allow. O(portals).
PortalLimits WithAllMeans(const WorldView& world, const PortalLimits& limits);

// What the traveller lacks on the path that it would take with all means: requirements, tickets and money; or maps that are
// missing; or else the walks that the maps lack, and requirements, on the way that lacks the fewest, map by map in its order
// (core/world_route/broken_way.h, core/why/fix_path.h; of 16 such ways the one with the fewest fixes). What the query closes stays
// closed and is not told. Fixes name their maps. Empty if the route is complete, or nothing was found within the query's limits.
// `answer`: of the query. Takes a search more, or one from each end. Errors as PlanWorldRoute.
absl::StatusOr<std::vector<Fix>> ExplainWorldRoute(WorldStore& store, const WorldRouteQuery& query,
                                                   const WorldRouteAnswer& answer, Scratch& scratch);

}  // namespace waystone
