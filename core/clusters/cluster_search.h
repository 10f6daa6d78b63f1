// The cheapest path over entrances (S4.6).
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "core/base/deadline.h"
#include "core/base/heap_bytes.h"
#include "core/clusters/cluster_view.h"
#include "core/geom/vec.h"
#include "core/graph/partition_search.h"
#include "core/navmesh/any_angle_search.h"

namespace waystone {

// Limits of a search.
struct ClusterLimits {
  static constexpr uint32_t kPollInterval = 256;  // [entrances] between looks at the deadline
  uint32_t max_expansions = 0xffffffffU;          // [entrances]
  Deadline deadline;
};

// Costs outside the graph of entrances. They are infinite if there is no path within the cluster.
struct ClusterEnds {
  ClusterId start;
  ClusterId goal;
  // [m] From the start to the point of an entrance that leads out of its cluster, past it; from the point of
  // an entrance into the goal's cluster to the goal. Called only if the cost may matter.
  absl::FunctionRef<double(EntranceId)> head_m;
  absl::FunctionRef<double(EntranceId)> tail_m;
  double direct_m = std::numeric_limits<double>::infinity();  // within one cluster
  // Set only if no path is cheaper than the straight line (LinkView::Shortcuts is empty).
  std::optional<Vec2> start_point;
  std::optional<Vec2> goal_point;
};

// A* over entrances; the bound is the straight line to the goal, counted 3 % longer. A head is measured when
// its bound is the least. One thread. Keeps its memory, 16 bytes per entrance.
class ClusterSearch {
 public:
  // kFound: at most 3 % more than the cheapest path over the entrances; kExhausted: no path exists;
  // kExpansionLimit or kDeadline: undecided. Ties go by the bound, then by the entrance. O(entrances expanded
  // x entrances per cluster).
  SearchOutcome Find(const ClusterView& clusters, const ClusterEnds& ends, const ClusterLimits& limits);

  // Of the last path found; the entrances are empty if it stays in one cluster.
  double cost_m() const { return search_.best(); }
  void ReadPath(std::vector<EntranceId>& entrances) const { search_.ReadPath(entrances); }
  uint32_t expansions() const { return expansions_; }

  // [bytes]
  uint64_t HeapBytes() const { return search_.HeapBytes(); }

 private:
  PartitionSearch<double, false> search_;
  uint32_t expansions_ = 0;
};

}  // namespace waystone
