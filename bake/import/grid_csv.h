// Grids as tables.
#pragma once

#include <string_view>

#include "absl/status/statusor.h"
#include "bake/import/cell_rules.h"
#include "bake/import/grid_cells.h"

namespace waystone {

// The cells of a table without a header, one row of cells a line:
//
//   0,1,1
//   0,2.5,swamp
//
// A number is what the cell costs, 0 if it is blocked; 1 is ground, another one the area "cost 2.5". A
// word is the name of an area, ground or blocked. InvalidArgument naming line and column: rows of different
// length, a side beyond kMaxGridSide, an empty field, a cost that is not 0 or kMinAreaCost-kMaxAreaCost, more
// than 63 areas. Origin and cell size are left alone. O(bytes).
absl::StatusOr<GridCells> ReadGridCsv(std::string_view text, CellAreas& areas);

}  // namespace waystone
