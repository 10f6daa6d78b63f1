// Landmarks over the entrances of clusters: they give a search the distance left to the goal.
#pragma once

#include <cstdint>

#include "core/grid/grid_cluster_view.h"
#include "core/grid/grid_path.h"

namespace waystone {

// Chooses up to `count` landmarks among the entrances of the largest part of the map, each farthest from
// those before it, and writes header.landmark_count and landmark_costs. REQUIRES: all else is baked on
// `ground`; count is at most kMaxClusterLandmarks. One thread. O(count * costs * log entrances).
void AddLandmarks(const GridGround& ground, uint32_t count, GridClusterData& data);

}  // namespace waystone
