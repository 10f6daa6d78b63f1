// Which polygon of a grid's navmesh holds which cell.
#pragma once

#include <cstdint>
#include <vector>

#include "core/grid/grid_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

inline constexpr uint32_t kNoCellPoly = 0xffffffffU;

// By cell id; kNoCellPoly if the cell is blocked. REQUIRES: the mesh was built from SoupOfCells of the
// grid's cells. O(cells).
std::vector<uint32_t> PolysOfCells(const GridView& grid, const NavmeshView& mesh);

}  // namespace waystone
