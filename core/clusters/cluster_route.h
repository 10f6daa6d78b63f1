// Routes over a navmesh by its clusters (S4.6).
//
//   ClusterWorkspace workspace;  // one per thread, kept
//   const SurfacePath route =
//       FindByClusters({mesh, links, abilities}, clusters, start, goal, {}, workspace);
//   if (route.outcome == SearchOutcome::kFound) Walk(route.turns);
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/clusters/cluster_chain.h"
#include "core/clusters/cluster_search.h"
#include "core/clusters/cluster_tree.h"
#include "core/clusters/cluster_view.h"
#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/corridor_pull.h"

namespace waystone {

// Reused from query to query. Owned by one thread; callers need not read it.
struct ClusterWorkspace {
  ClusterSearch search;
  ClusterTree from_start;
  ClusterTree to_goal;
  ClusterChain probe;
  ClusterChain chain;
  std::vector<EntranceId> entrances;
  std::vector<PullStop> stops;
  PullScratch pull;

  // [bytes]
  uint64_t HeapBytes() const {
    return waystone::HeapBytes(search, from_start, to_goal, probe, chain, entrances, stops, pull);
  }
};

// A path from `start` to `goal` that need not be the shortest (docs/clusters.md gives the bounds). By kEdges:
// start and goal look up the paths to and from their clusters' entrances, the best of them are found over the
// entrances, and the whole chain of polygons is pulled taut once. By kPoints: the start's and the goal's
// cluster are searched, and the path joins paths between entrances' points, each taut by itself. Returns
// kFound; kExhausted: there is no path, which is proven; kExpansionLimit, kDeadline. Also kExhausted if the
// clusters do not fit the mesh, as in a damaged package. Deterministic except for the deadline. `expansions`
// counts entrances.
SurfacePath FindByClusters(const ClusterGround& ground, const ClusterView& clusters, const NavLocation& start,
                           const NavLocation& goal, const ClusterLimits& limits, ClusterWorkspace& workspace);

}  // namespace waystone
