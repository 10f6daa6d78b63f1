// Whether a grid and the navmesh beside it are the same ground.
#pragma once

#include "absl/status/status.h"
#include "core/grid/grid_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// Checks that the polygons, seen from above, are rectangles of free cells, and that each free cell lies in
// exactly one. DataLoss naming the first polygon that is not. O(corners + cells / 64 + rows of rectangles).
absl::Status CheckGridFits(const GridView& grid, const NavmeshView& mesh);

}  // namespace waystone
