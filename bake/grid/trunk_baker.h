// Bakes trunks (S2.7): paths between designated places of a grid.
#pragma once

#include "absl/status/statusor.h"
#include "bake/grid/trunk_options.h"
#include "core/grid/grid_view.h"

namespace waystone {

// The points, what the cheapest paths between all of them cost, and a sparse choice of these paths: from the
// cheapest on, each path that those before do not replace (a greedy spanner; Althoefer et al. 1993). The
// result is the same for any number of threads. InvalidArgument names a point that is no free cell or is
// listed twice, or says that there are too many or too few points. O(points * cells log cells), and memory
// for one search per thread.
absl::StatusOr<TrunkData> BakeTrunk(const GridView& grid, const TrunkOptions& options);

}  // namespace waystone
