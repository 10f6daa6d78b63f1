// Clusters of a grid (S4.4, S4.5) as stored in a package. docs/clusters.md draws them.
//
// The grid is cut into squares of `side` cells. An entrance is a directed passage from one cluster into the
// next, between two free cells that share a side; it belongs to the cluster that it leads out of. Each
// cluster stores the cost from every entrance to every other without leaving the cluster, and for each
// entrance a tree of cheapest paths: the next step from every free cell of the cluster. Paths over cells can
// be walked in both directions, so one tree serves both leaving and entering.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/base/ids.h"

namespace waystone {

inline constexpr uint32_t kMinClusterSide = 2;
inline constexpr uint32_t kMaxClusterSide = 256;
inline constexpr uint32_t kMaxClusterLandmarks = 16;

struct GridClusterHeader {
  uint32_t side;  // [cells, kMinClusterSide-kMaxClusterSide] of a cluster; the last ones may be smaller
  uint32_t cluster_count;   // row by row
  uint32_t entrance_count;  // of all clusters
  uint32_t landmark_count;  // at most kMaxClusterLandmarks
  uint32_t reserved[12];    // zero
};
static_assert(sizeof(GridClusterHeader) == 64 && std::is_trivially_copyable_v<GridClusterHeader>);

struct GridClusterRecord {
  uint32_t first_entrance;  // a cluster's entrances are consecutive
  uint32_t entrance_count;
  uint32_t tree_count;  // at most entrance_count: entrances of one cell share a tree
  uint32_t free_count;  // [cells]
  uint64_t first_cost;  // entrance_count x entrance_count costs
  uint64_t first_step;  // [bytes] of its trees, (free_count + 1) / 2 bytes each
};
static_assert(sizeof(GridClusterRecord) == 32 && std::is_trivially_copyable_v<GridClusterRecord>);

struct GridClusterEntrance {
  uint16_t column;  // the cell from which one leaves the cluster
  uint16_t row;
  EntranceId partner;  // the one that leads back; its cell is the next one
  uint32_t tree;       // of its cluster
};
static_assert(sizeof(GridClusterEntrance) == 12 && std::is_trivially_copyable_v<GridClusterEntrance>);

}  // namespace waystone
