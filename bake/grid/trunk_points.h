// Places for a trunk, spread over a grid.
#pragma once

#include <cstdint>
#include <vector>

#include "core/grid/grid_view.h"

namespace waystone {

// Up to `count` free cells, by id: one after the other the cell that it costs most to reach from those
// before, of equal ones that of the least id. Separate ground of fewer than a quarter of the cells per
// point gets none. O(count * cells + cells log cells).
std::vector<uint32_t> SpreadTrunkPoints(const GridView& grid, uint32_t count);

}  // namespace waystone
