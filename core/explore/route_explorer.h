// ExploreRoute: a walk over all of a map that a start can reach (S0.8-S0.10). Needs no network.
//
//   WS_ASSIGN_OR_RETURN(const MapView view, map->View(""));
//   WS_ASSIGN_OR_RETURN(const ExplorationAnswer answer, ExploreRoute(view, {.start = {1, 0, 1}}, scratch));
//   for (const ExplorationWalk& walk : answer.walks) Follow(walk.route.points);
#pragma once

#include "absl/status/statusor.h"
#include "core/base/scratch.h"
#include "core/explore/explore_query.h"
#include "core/surface/map_view.h"

namespace waystone {

// Leads from the start to the nearest key point (skeleton_join.h) by the best path (mesh_route.h), from there
// over the skeleton (ExploreSkeleton) and, if asked for, back to the start. What the changes close is not
// there: closed key points are not visited, and arcs are led round what is closed (skeleton_changer.h); all
// points lie on ground that is open. The answer is partial if the search's time, the walk's length or one-way arcs leave key
// points out. If no key point is reachable it is "unreachable", or "limit reached" if a limit stopped the
// search first.
//
// The length limit holds for the points returned: if ground bends more than its arcs say, the walk is cut
// there, and the key points behind do not count. The same happens if the deadline passes while its points are
// made. A walk that is to return and is cut before the start is partial. Deterministic but for the search
// budget and the deadline.
//
// InvalidArgument if a field is not finite or out of its range (the message begins with its name),
// Unimplemented if the changes ask for clearance or change cells, OutOfRange if there is too much to cut,
// FailedPrecondition if the map has no skeleton for the agent, DataLoss if the skeleton does not fit the
// surface. One thread per scratch.
absl::StatusOr<ExplorationAnswer> ExploreRoute(const MapView& map, const ExplorationQuery& query,
                                               Scratch& scratch);

}  // namespace waystone
