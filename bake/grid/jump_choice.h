// Whether searches over a grid are faster by its baked jumps or by its bits.
#pragma once

#include <cstdint>
#include <string>

#include "core/grid/grid_view.h"

namespace waystone {

struct JumpChoice {
  bool is_bits = false;  // else the baked jumps
  std::string reason;    // the counts
  uint32_t search_count = 0;
};

// Searches between the same sampled cells by both, and compares what they look at: runs and words of bits,
// and lines of memory that the table has to be fetched from. Counted, not timed: the same grid gives the same
// choice on every machine. At most some 400,000 expansions. REQUIRES: `data` has jumps.
JumpChoice ChooseJumps(const GridData& data);

}  // namespace waystone
