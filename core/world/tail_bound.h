// The least that a way can still cost behind a portal, from the baked labels.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/world/portal_graph.h"
#include "core/world/portal_query.h"

namespace waystone {

// A bound from below whatever is closed, limited or costs more than baked, and to rounding what the cheapest
// way costs where nothing is. Its memory is kept from query to query. One thread.
class TailBound {
 public:
  // `graph` outlives the queries. O(portals + entries of the tails' labels).
  void Prepare(const PortalGraph& graph, WorldMode mode, std::span<const PortalTail> tails);
  // [m] From the arrival of the portal to the end of any tail; infinite where no way leads. O(entries of the
  // portal's label), once for each portal.
  double From(uint32_t portal);

 private:
  PortalGraph::Labels labels_;
  std::vector<double> by_hub_;
  std::vector<double> by_portal_;  // negative: not known yet
};

}  // namespace waystone
