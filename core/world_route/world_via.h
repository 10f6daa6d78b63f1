// Routes over maps through places on the way.
#pragma once

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "core/surface/world_query.h"
#include "core/world/world_view.h"

namespace waystone {

// Plans one stretch: from the query's start to its goals.
using StretchPlanner = absl::FunctionRef<absl::StatusOr<WorldRouteAnswer>(const WorldRouteQuery&)>;

// A route to each place of the query's `via` in turn and then to its goals, stretch by stretch: each is the cheapest
// with what the stretches before it have left of money, tickets, groups and the number of portals. So what an earlier
// stretch spends may be missing later, though a dearer path would have spared it. The first stretch that cannot be
// planned ends the answer, which names its end. Errors as `plan`.
absl::StatusOr<WorldRouteAnswer> PlanThroughPlaces(const WorldView& world, const WorldRouteQuery& query,
                                                   StretchPlanner plan);

}  // namespace waystone
