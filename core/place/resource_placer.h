// PlaceResource: positions where players can arrive. docs/placement.md
//
//   PlaceQuery query;
//   query.count = 5000;
//   query.seed = match_id;
//   query.rules.between_m = 5;
//   WS_ASSIGN_OR_RETURN(const PlaceAnswer crates, PlaceResource(view, query, scratch));
#pragma once

#include "absl/status/statusor.h"
#include "core/base/scratch.h"
#include "core/place/place_query.h"
#include "core/surface/map_view.h"

namespace waystone {

// As scatter.h. Fewer positions than asked for is an answer, with a count under kNoRoom, kCandidateLimit or
// kDeadline of those missing. With fairness, positions are no longer uniform: those that would unbalance the
// teams are rejected as kUnfair, and if there are fewer than asked for, the last ones are left out (kUnfair
// too) until the ratio holds. InvalidArgument if a field is not finite or out of its range, or an anchor lies
// off the surface (the message begins with the API's name of the field, "rules.clearance_m"),
// FailedPrecondition if reachability or sight is asked of a map without zone labels or collision geometry,
// OutOfRange if the walks are too many to measure, Cancelled.
absl::StatusOr<PlaceAnswer> PlaceResource(const MapView& baked, const PlaceQuery& query, Scratch& scratch);

}  // namespace waystone
