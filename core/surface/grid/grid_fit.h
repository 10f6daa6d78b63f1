// Whether a grid and the navmesh beside it are the same ground.
#pragma once

#include <optional>

#include "absl/status/status.h"
#include "core/grid/grid_changes.h"
#include "core/grid/grid_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// The cells under a polygon; none if it is no rectangle of cells. O(corners).
std::optional<CellRect> RectOf(const NavmeshView& mesh, PolyId poly, const GridHeader& grid);

// Checks that the polygons, seen from above, are rectangles of free cells, and that each free cell lies in
// exactly one. DataLoss naming the first polygon that is not. O(corners + cells / 64 + rows of rectangles).
absl::Status CheckGridFits(const GridView& grid, const NavmeshView& mesh);

}  // namespace waystone
