// From a navmesh to its clusters (S4.4, S4.5).
//
//   WS_ASSIGN_OR_RETURN(const ClusterData data, BuildClusters({mesh, links, abilities}, {}));
#pragma once

#include "absl/status/statusor.h"
#include "bake/clusters/cluster_rules.h"
#include "core/clusters/cluster_view.h"
#include "core/clusters/passage.h"

namespace waystone {

// The clusters for an agent who may use the links of the ground's abilities. The outcome does not depend on
// the number of threads (0 = one per core). Internal if METIS fails; ResourceExhausted if a cluster has
// more than kMaxClusterPolys polygons, or an index would not fit. O(entrances x polygons) per cluster.
absl::StatusOr<ClusterData> BuildClusters(const ClusterGround& ground, const ClusterRules& rules,
                                          int thread_count = 0);

}  // namespace waystone
