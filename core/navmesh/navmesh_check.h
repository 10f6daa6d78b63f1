// The structure check behind NavmeshView::Create.
#pragma once

#include "absl/status/status.h"
#include "core/navmesh/navmesh_data.h"

namespace waystone {

// OK if the arrays keep every rule of navmesh_format.h: counts, index ranges, contiguous offsets, zeros,
// finite bounded numbers, convex counter-clockwise polygons, twins (mutual or one-way) over the same two
// vertices, border and split flags, detail corners, boxes around what they bound, area sums. Otherwise
// DataLoss naming the array, the index and the rule. Trusts nothing. O(n), about 40 ns a polygon.
absl::Status CheckNavmesh(const NavmeshArrays& arrays);

}  // namespace waystone
