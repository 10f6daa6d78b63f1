// How clusters of a grid are baked.
#pragma once

#include <cstdint>

namespace waystone {

struct GridClusterOptions {
  uint32_t side = 64;       // [cells, kMinClusterSide-kMaxClusterSide, default 64] of a cluster
  uint32_t landmarks = 16;  // [0-kMaxClusterLandmarks, default 16] over entrances of the map's largest part
  int thread_count = 0;     // 0 = one per core
};

}  // namespace waystone
