// Grids as pictures.
#pragma once

#include <string_view>

#include "absl/status/statusor.h"
#include "bake/import/cell_rules.h"
#include "bake/import/grid_cells.h"

namespace waystone {

// The cells of a PNG, one a pixel, the first row on top; of every colour type and depth, interlaced or not. A
// pixel that is more than half transparent is blocked. Other pixels get the cell that the rules give their
// colour (8 bits a channel); without a rule they are ground if their luminance (ITU-R BT.709, of the values
// as they are stored) is at least one half, else blocked. InvalidArgument if the file is damaged, cut off or
// no PNG, or a side is beyond kMaxGridSide. Origin and cell size are left alone. O(pixels); 4 bytes a pixel
// while an interlaced picture is read.
absl::StatusOr<GridCells> ReadGridImage(std::string_view bytes, const CellRules& rules, CellAreas& areas);

}  // namespace waystone
