// Bakes trunks (S2.7): ways between designated places of a grid.
#pragma once

#include "absl/status/statusor.h"
#include "bake/grid/trunk_options.h"
#include "core/grid/grid_view.h"

namespace waystone {

// The points, what the cheapest ways between all of them cost, and a sparse choice of these ways: from the
// cheapest on, each that those before do not replace (a greedy spanner; Althoefer et al. 1993). The same for
// any number of threads. InvalidArgument names a point that is no free cell, or said twice; or too many or
// too few of them. O(points * cells log cells), and memory for one search per thread.
absl::StatusOr<TrunkData> BakeTrunk(const GridView& grid, const TrunkOptions& options);

}  // namespace waystone
