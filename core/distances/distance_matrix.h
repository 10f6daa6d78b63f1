// MeasureDistances: walking distances from each of several places to each of others, without the paths.
//
//   DistanceQuery query;
//   query.sources = monsters;
//   query.targets = players;
//   WS_ASSIGN_OR_RETURN(const DistanceAnswer walks, MeasureDistances(view, query, scratch));
//   if (walks.statuses[i * players.size() + j] == DistanceStatus::kFound) Chase(walks.distance_m[...]);
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/scratch.h"
#include "core/surface/distance_query.h"
#include "core/surface/map_view.h"

namespace waystone {

// Each distance is RouteAnswer::cost_m of the route that PlanRoute plans with the same options, to rounding,
// on every kind of map. It is less only if that route costs more than max_distance_m and a path that costs
// less exists. The zones are checked first, so unreachable targets cost no search; on maps of waypoints,
// positions beside all ground are looked up once more for each component around. Targets nearest to a source
// are searched one by one, until a flood from the source measures the rest at less cost (distance_rows.cc).
//
// InvalidArgument if a list is empty, or a field not finite or out of its range (the message begins with its
// name). All other outcomes are reported in DistanceAnswer::statuses; distances known when the deadline
// passes are kept. The deadline is checked every few hundred expansions or look-ups. O(sources x targets)
// look-ups, and the searches. The scratch memory is reused between calls; one thread at a time.
absl::StatusOr<DistanceAnswer> MeasureDistances(const MapView& baked, const DistanceQuery& query,
                                                Scratch& scratch);

}  // namespace waystone
