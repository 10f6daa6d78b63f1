// Which cells of a grid keep away from what is blocked.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "core/base/deadline.h"
#include "core/grid/bit_grid.h"

namespace waystone {

// Blocks the cells whose middle is nearer than `reach` [cells, > 0] to the square of a blocked cell, or to the end of the
// grid. `row_words`: of that shape. DeadlineExceeded, Cancelled. O(cells / 64 + blocked runs x reach).
absl::Status BlockNear(BitLines shape, double reach, const Deadline& deadline,
                       std::vector<uint64_t>& row_words);

}  // namespace waystone
