// One stretch of a route over maps: from a place to the cheapest of several others.
#pragma once

#include "absl/status/statusor.h"
#include "core/base/scratch.h"
#include "core/store/world_store.h"
#include "core/surface/world_query.h"

namespace waystone {

// PlanWorldRoute without places on the way, and without the explanations that need searches of their own. REQUIRES: the
// query is checked.
absl::StatusOr<WorldRouteAnswer> PlanStretch(WorldStore& store, const WorldRouteQuery& query,
                                             Scratch& scratch);

// Keeps the ends of a walk alone.
void DropPoints(RouteAnswer& walk);

}  // namespace waystone
