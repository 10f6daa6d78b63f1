// How blocks are baked.
#pragma once

#include <cstdint>

namespace waystone {

struct BlockOptions {
  uint32_t side = 64;  // [cells, kMinBlockSide-kMaxBlockSide, default 64] of a block
  uint32_t landmarks =
      16;                // [0-kMaxBlockLandmarks, default 16] over entrances, of the largest part of the map
  int thread_count = 0;  // 0 = one per core
};

}  // namespace waystone
