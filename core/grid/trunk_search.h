// Long paths over a trunk (S2.7), bounded against the best path.
#pragma once

#include <cstdint>

#include "core/grid/grid_path.h"
#include "core/grid/trunk_view.h"
#include "core/grid/trunk_workspace.h"
#include "core/grid/weighted_workspace.h"

namespace waystone {

// True if a trunk is likely to save time: the goal is many times farther off than points of the trunk are
// from each other.
bool DoesTrunkPay(const GridGround& ground, const TrunkView& trunk, Cell start, Cell goal);

// The limit of expansions for a trunk that was not asked for: a quarter of the square of the distance, which
// is about what a search for the best path takes.
uint32_t TrunkTrialExpansions(Cell start, Cell goal);

// Searches from the start and from the goal until each has met a few points of the trunk, and joins them over
// its stretches, except those that the request's changes cut. The path is bounded: the cheapest paths between
// points near the start and points near the goal are baked, so that no path from start to goal costs less
// than the cheapest of them without the two joins. If costs are changed, that bound is scaled; if cells were
// opened, only the straight distance counts.
//
// True if `path` is the answer: found, with GridPath::cost_ratio at most `max_ratio`; or no path; or ended by
// a limit. False if nothing could be proven good enough: `path` is then the path over the trunk, found, or no
// path if the trunk is cut.
// REQUIRES: as FindWeightedPath. O(cells nearer than the points joined, + points + stretches).
bool FindTrunkPath(const GridGround& ground, const TrunkView& trunk, const GridQuery& query, double max_ratio,
                   WeightedWorkspace& searches, TrunkWorkspace& workspace, GridPath& path);

}  // namespace waystone
