// The thinnest walls between two cells of a grid.
#pragma once

#include "core/base/deadline.h"
#include "core/grid/grid_changes.h"
#include "core/navmesh/navmesh_view.h"
#include "core/surface/map_view.h"
#include "core/why/fix.h"

namespace waystone {

// Larger grids are not searched.
inline constexpr uint64_t kMaxWallCells = uint64_t{1} << 26;

// The walls on a path over the fewest blocked cells, from side to side of cells; each is a break with a fix of kind
// CELLS with the free places on both of its sides, the number of cells to open, and their columns and rows. No fixes if no cell
// has to be opened, the deadline passed, or the grid is too large. Cells that `changes` (null: none) open are free, whatever else they
// do. REQUIRES: the surface has cells (SurfaceFields). O(cells).
MendedPath FindCellWalls(const MapView& map, const NavLocation& from, const NavLocation& to,
                         const GridChanges* changes, const Deadline& deadline);

}  // namespace waystone
