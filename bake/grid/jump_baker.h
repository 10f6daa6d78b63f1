// Baked jumps for grids whose cells all cost the same.
#pragma once

#include <cstdint>
#include <string>

#include "core/grid/grid_view.h"

namespace waystone {

struct JumpBakeOptions {
  uint64_t max_cells = 16'777'216;  // [cells, 16,777,216] of the grid; larger ones get no jumps: 16 B a cell
};

// Fills data.jumps, or leaves it empty. Returns why it is empty, or "". O(cells).
std::string BakeJumps(const JumpBakeOptions& options, GridData& data);

}  // namespace waystone
