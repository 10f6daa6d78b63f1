// Paths over the clusters of a grid (S4.6): from cluster to cluster by their baked costs.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/base/ids.h"
#include "core/graph/partition_search.h"
#include "core/grid/grid_cluster_flood.h"
#include "core/grid/grid_cluster_path.h"
#include "core/grid/grid_cluster_view.h"
#include "core/grid/grid_path.h"

namespace waystone {

// The scratch memory of FindGridClusterPath: 16 bytes for each entrance of a map, plus the memory for one
// cluster. Owned by one worker.
struct GridClusterWorkspace {
  PartitionSearch<float, true> search;
  GridClusterFlood flood;
  std::vector<float> tails;           // [cells] from the entrances of the goal's cluster to the goal
  std::vector<float> goal_landmarks;  // [cells] from each landmark to the goal
  std::vector<EntranceId> entrances;  // of the path
  std::vector<Cell> cells;
  std::vector<Cell> tail;
  PathShortener shortener;

  // [bytes]
  uint64_t HeapBytes() const {
    return waystone::HeapBytes(search, flood, tails, goal_landmarks, entrances, cells, tail);
  }
};

// True if the map has clusters and nothing that they were made from has changed.
bool DoGridClustersServe(const GridGround& ground);

// Finds a path from start to goal that need not be the cheapest (docs/clusters.md gives the bounds): A* over
// entrances. The remaining cost is bounded by the straight distance, or by landmarks (Goldberg, Harrelson:
// Computing the shortest path: A* search meets graph theory, SODA 2005), and weighted a little higher. The
// costs between start, goal and their clusters' entrances are read off trees. The path is then put together
// from the trees and shortened. Overwrites `path` except its method: found, with the cost_ratio that the
// straight distance proves; no path; or ended by a limit. `expanded` counts entrances. "No path" is always
// true, except on a damaged package. Deterministic except for the deadline. REQUIRES: DoGridClustersServe;
// both cells are free. O(entrances expanded * entrances of a cluster + cells of the path).
void FindGridClusterPath(const GridGround& ground, const GridClusterView& clusters, const GridQuery& query,
                         GridClusterWorkspace& workspace, GridPath& path);

}  // namespace waystone
