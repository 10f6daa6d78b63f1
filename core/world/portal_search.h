// The cheapest way through the portals of a world, from where walking leads at the start to where it must go
// on at the goal.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/world/portal_graph.h"
#include "core/world/portal_query.h"
#include "core/world/portal_states.h"

namespace waystone {

// Its memory is kept from query to query. One thread.
class PortalSearch {
 public:
  // Exact. Joins the baked labels first: O(entries of the labels of heads and tails). Where the way found is
  // not allowed, or every portal costs more than baked, searches over states of portal, money, tickets and
  // groups used, of which those that another one beats in everything are left out. Of equal ways the one to
  // the first tail. `way` is overwritten; its memory is reused.
  void Find(const PortalGraph& graph, const PortalQuery& query, PortalWay& way);

 private:
  // The best way from the heads to a hub.
  struct Half {
    double cost_m = std::numeric_limits<double>::infinity();
    uint32_t portal = 0;  // of the head
  };

  void JoinLabels(const PortalGraph& graph, const PortalQuery& query, PortalWay& way);
  bool FollowLabels(const PortalGraph::Labels& labels, uint32_t head, uint32_t hub, uint32_t tail,
                    PortalWay& way);

  std::vector<Half> by_hub_;
  std::vector<uint32_t> touched_;
  PortalStates states_;
};

}  // namespace waystone
