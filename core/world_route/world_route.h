// PlanWorldRoute: from a place to one or the nearest of several goals, over all maps of a world (S4.3).
#pragma once

#include "absl/status/statusor.h"
#include "core/base/scratch.h"
#include "core/store/world_store.h"
#include "core/surface/world_query.h"

namespace waystone {

// One search from the start over the exits of its map, the stored walks between portals, and the arrivals on
// the goals' maps, and directly if a goal is on the start's map: exact over grids and waypoints; on meshes as
// exact as FindTriggerEntries and MeasureDistances. Only the maps of the start and of the goals are loaded,
// and maps between only for points that are not stored.
//
// On maps that the query changes, everything is searched on what the changes leave, walks between portals when the search
// comes to them; a trigger or arrival whose ground is closed is not used. Over `via` see world_via.h. A route that is longer
// than the query's limit is none: kLimitReached.
//
// Portals from and to maps whose packages are missing are not used. If that is why there is no path, or the
// start or all goals lie on such maps, the answer says kMapMissing and names one. If a cheaper path, or any, would lead
// over missing maps, the answer has their list. Errors: NotFound "profile:
// ..." if the start's map or a goal's was not baked for the traveller's agent; InvalidArgument if a field is
// out of its range; DataLoss if stored walks are damaged. All other outcomes are answers.
absl::StatusOr<WorldRouteAnswer> PlanWorldRoute(WorldStore& store, const WorldRouteQuery& query,
                                                Scratch& scratch);

}  // namespace waystone
