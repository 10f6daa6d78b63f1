// From a file of cells to a grid, whatever its format.
#pragma once

#include <span>
#include <string>

#include "absl/status/statusor.h"
#include "bake/import/cell_rules.h"
#include "bake/import/grid_cells.h"
#include "bake/import/source_digest.h"
#include "bake/import/surface_table.h"

namespace waystone {

struct ImportedGrid : SourceRecord {
  GridCells cells;
};

// Reads the grid and numbers its areas (CellAreas). NotFound or InvalidArgument with one line naming the
// file, the place and the rule; also if no cell is free, or the grid reaches beyond 16 km from its middle.
// REQUIRES: ShapeOf(path) is kCells, rules that CheckCellRules accepts, cell_size_m [m] > 0. O(cells).
absl::StatusOr<ImportedGrid> ImportGrid(const std::string& path, const CellRules& rules,
                                        std::span<const AreaRule> areas, double cell_size_m);

}  // namespace waystone
