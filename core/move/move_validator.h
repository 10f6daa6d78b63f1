// ValidateMove: may this agent have moved so?
#pragma once

#include "absl/status/statusor.h"
#include "core/base/scratch.h"
#include "core/move/move_query.h"
#include "core/surface/map_view.h"

namespace waystone {

// How far outside the bounds of a map's surface an agent may be. Beyond it there is nothing to correct to.
inline constexpr double kBoundsMargin_m = kSnapReport_m;

// [m] SnapOptions::radius_m by default: as far as an agent may stand over the edge of its surface, which ends its
// radius before what is solid, and 0.25 m; whoever is further beside it is inside of something. On graphs, whose
// ground ends nowhere, that of SnapOptions.
double DefaultMoveSnap_m(const MapView& map);

// Judges one sample after the other by the checks that are not skipped, in their order; the first check
// broken at the first bad sample decides, and nothing after it is checked. docs/moves.md has the rules.
//
// InvalidArgument if a field is not finite or out of its range (the message begins with its name),
// DeadlineExceeded or Cancelled. REQUIRES: the view has zones. O(log polygons) for each sample to
// find its place, O(1) for the rule (ZoneView::Reaches), O(polygons crossed) for a straight walk; if there is none, a
// search that the step's budget and max_expansions bound. A start alone:
// O(log polygons) if much of the map is connected to it, O(polygons) otherwise.
absl::StatusOr<MoveAnswer> ValidateMove(const MapView& map, const MoveQuery& query, Scratch& scratch);

}  // namespace waystone
