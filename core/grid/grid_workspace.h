// The scratch memory of searches over grids.
#pragma once

#include <cstdint>

#include "core/base/heap_bytes.h"
#include "core/grid/grid_cluster_search.h"
#include "core/grid/hub_label_search.h"
#include "core/grid/jump_scratch.h"
#include "core/grid/trunk_search.h"
#include "core/grid/weighted_workspace.h"

namespace waystone {

// Owned by one worker; never shared between threads. Reusable across maps; grows to the largest search so
// far.
struct GridWorkspace {
  HubLabelSearch hub_labels;
  JumpScratch jumps;
  WeightedWorkspace weighted;
  TrunkWorkspace trunk;
  GridClusterWorkspace clusters;

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(hub_labels, jumps, weighted, trunk, clusters); }
};

}  // namespace waystone
