// A navmesh of rectangles of cells.
#pragma once

#include <cstdint>
#include <span>

#include "absl/status/statusor.h"
#include "core/base/deadline.h"
#include "core/grid/grid_changes.h"
#include "core/grid/grid_format.h"
#include "core/navmesh/navmesh_data.h"

namespace waystone {

// What becomes of one polygon.
struct MeshRect {
  CellRect cells;    // without columns: the polygon is not there, but its id is
  uint8_t area = 1;  // NavPoly::area
};

// The polygons of a grid's mesh, by their ids: each has a corner wherever another one's side begins or ends on its sides,
// as in bakes. One that is not there is a triangle without area, far off. `like`: the header of the map's own mesh.
// REQUIRES: rectangles within the grid that do not overlap, no side longer than 63 cells. DeadlineExceeded, Cancelled.
// O(sides log sides + cells / 64).
absl::StatusOr<NavmeshData> MakeRectMesh(const GridHeader& grid, std::span<const MeshRect> rects,
                                         const NavmeshHeader& like, const Deadline& deadline);

}  // namespace waystone
