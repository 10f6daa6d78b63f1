// Long ways by way of a trunk (S2.7), bounded against the best way.
#pragma once

#include <cstdint>

#include "core/grid/grid_path.h"
#include "core/grid/trunk_view.h"
#include "core/grid/trunk_workspace.h"
#include "core/grid/weighted_workspace.h"

namespace waystone {

// Whether a trunk is likely to save time: the goal is many times farther off than points of the trunk are
// from each other.
bool DoesTrunkPay(const GridGround& ground, const TrunkView& trunk, Cell start, Cell goal);

// How many expansions may be spent on a trunk that nobody asked for: a quarter of the square of the distance,
// which is about what a search for the best way takes.
uint32_t TrunkTrialExpansions(Cell start, Cell goal);

// Searches from the start and from the goal until each has met a few points of the trunk, and joins them over
// its stretches, but those that the request's changes cut. The way is bounded: from a point near the start to
// one near the goal the map's cheapest way is baked, so that no way from start to goal costs less than that
// without the two joins. With changed costs that is scaled; where cells were opened, only the straight
// distance counts.
//
// True where `path` is the answer: found, with GridPath::cost_ratio at most `max_ratio`; or no way; or ended
// by a limit. False where nothing could be proven good enough: `path` is then the way over the trunk, found,
// or no way where the trunk is cut.
// REQUIRES: as FindWeightedPath. O(cells nearer than the points joined, + points + stretches).
bool FindTrunkPath(const GridGround& ground, const TrunkView& trunk, const GridQuery& query, double max_ratio,
                   WeightedWorkspace& searches, TrunkWorkspace& workspace, GridPath& path);

}  // namespace waystone
