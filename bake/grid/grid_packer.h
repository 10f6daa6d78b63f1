// From cells to the grid of a package.
#pragma once

#include "bake/import/grid_cells.h"
#include "core/geom/vec.h"
#include "core/grid/grid_view.h"

namespace waystone {

// `map_origin`: what the package's positions are relative to. Areas are left out if all are 1. The result
// passes GridView::Create. O(cells).
GridData PackGrid(const GridCells& cells, const Vec3& map_origin);

}  // namespace waystone
