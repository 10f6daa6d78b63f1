// Grids as the MovingAI benchmarks write them (N. Sturtevant, "Benchmarks for Grid-Based Pathfinding", 2012).
#pragma once

#include <string_view>

#include "absl/status/statusor.h"
#include "bake/import/cell_rules.h"
#include "bake/import/grid_cells.h"

namespace waystone {

// The cells of
//
//   type octile
//   height 2
//   width 3
//   map
//   .@.
//   ..T
//
// Unless the rules say otherwise . G S are ground and @ O T W blocked. Lines end in \n or \r\n.
// InvalidArgument naming line and column: another header, a side beyond kMaxGridSide, a row that is missing,
// too short or too long, a letter without a meaning. Origin and cell size are left alone. O(cells).
absl::StatusOr<GridCells> ReadMovingAiMap(std::string_view text, const CellRules& rules, CellAreas& areas);

}  // namespace waystone
