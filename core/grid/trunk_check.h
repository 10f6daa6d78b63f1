// Checks a package's costs over a trunk against the cells.
#pragma once

#include <cstdint>
#include <span>

#include "absl/status/status.h"
#include "core/grid/bit_grid.h"
#include "core/grid/grid_format.h"
#include "core/grid/trunk_view.h"

namespace waystone {

// OK if the cost of each stretch is that of its cells, and no least cost exceeds that of a path over the
// stretches. DataLoss naming the array and the index. `areas`: by cell id; empty if all free cells have area
// 1. O(cells of the stretches + stretches * points).
absl::Status CheckTrunkCosts(const TrunkView& trunk, const GridHeader& header, const BitGrid& bits,
                             std::span<const uint8_t> areas);

}  // namespace waystone
