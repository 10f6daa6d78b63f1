// Goal bounds for small grids.
#pragma once

#include <cstdint>
#include <string>

#include "core/grid/grid_view.h"

namespace waystone {

struct BoundBakeOptions {
  uint64_t max_free_cells = 131'072;     // [cells, 131,072]
  double max_bytes_per_cell = 5;         // [B, 5] of the grid's cells
  uint64_t max_settled = 2'000'000'000;  // [cells, 2e9] free cells times cells with bounds: some 50 ns each
  int threads = 0;                       // [0-1024, 0] 0 = one per core; the bounds are the same
};

// Fills the bounds of `data`, which has jumps, or leaves them empty. Returns why they are empty, or "".
// O(free cells * cells at which a path may turn).
std::string BakeBounds(const BoundBakeOptions& options, GridData& data);

}  // namespace waystone
