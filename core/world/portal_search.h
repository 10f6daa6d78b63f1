// The cheapest path through the portals of a world, from the portals reached at the start to those near the
// goal.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/world/portal_climb.h"
#include "core/world/portal_graph.h"
#include "core/world/portal_query.h"
#include "core/world/portal_states.h"

namespace waystone {

// Keeps its memory from query to query. One thread.
class PortalSearch {
 public:
  // Exact, to rounding. Joins the baked labels first: O(entries of the labels of heads and tails), or climbs the hierarchy: O(
  // entries above heads and tails). If the
  // path found is not allowed, or every portal costs more than baked, searches over states of portal, money,
  // tickets and groups used; also if the path walks over changed maps, whose walks are measured as the search comes
  // to them. Among equal paths, one to the first tail wins; which of those does not depend on
  // the order of heads. Overwrites `path` and reuses its memory. REQUIRES: labels as made by MakePortalLabels
  // or accepted by CheckLabels, or a hierarchy as made by MakePortalHierarchy or accepted by CheckHierarchy.
  void Find(const PortalGraph& graph, const PortalQuery& query, PortalPath& path);

  // [bytes]
  uint64_t HeapBytes() const {
    return waystone::HeapBytes(by_hub_, touched_, place_in_path_, states_, up_, down_);
  }

 private:
  // The best path from the heads to a hub.
  struct Half {
    double cost_m = std::numeric_limits<double>::infinity();
    uint32_t portal = 0;  // of the head
  };
  struct Join {
    PortalId head;
    PortalId tail;
    PortalHubId hub;
  };

  void JoinLabels(const PortalGraph& graph, const PortalQuery& query, PortalPath& path);
  void JoinClimbs(const PortalGraph& graph, const PortalQuery& query, PortalPath& path);
  void FollowClimbs(const PortalGraph::Labels& hierarchy, uint32_t top, std::vector<PortalId>& portals);
  void CutLoops(std::vector<PortalId>& portals);
  void FollowLabels(const PortalGraph::Labels& labels, const Join& join, std::vector<PortalId>& portals);
  void CutLoop(size_t second_half, std::vector<PortalId>& portals);

  std::vector<Half> by_hub_;
  std::vector<PortalHubId> touched_;
  std::vector<uint32_t> place_in_path_;  // by portal; of the second half, one more than the place
  PortalStates states_;
  PortalClimb up_;    // of hierarchies: from the heads
  PortalClimb down_;  // and backwards from the tails
};

}  // namespace waystone
