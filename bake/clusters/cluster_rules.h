// What clusters are made of, and for which maps.
#pragma once

#include <cstdint>

#include "core/clusters/cluster_format.h"

namespace waystone {

// Config fields carry [unit, range, default].
struct ClusterRules {
  ClusterMethod method = ClusterMethod::kEdges;
  uint32_t polygons = 256;  // [polygons, 2-32768, 256] of a cluster, about
};

}  // namespace waystone
