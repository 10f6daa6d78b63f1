// Whether a grid and the navmesh beside it are the same ground.
#pragma once

#include "absl/status/status.h"
#include "core/grid/grid_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// That the polygons are rectangles of free cells seen from above, and each free cell lies in exactly one: so
// there is a polygon under every free cell. DataLoss naming the first polygon that is none.
// O(corners + cells / 64 + rows of rectangles).
absl::Status CheckGridFits(const GridView& grid, const NavmeshView& mesh);

}  // namespace waystone
