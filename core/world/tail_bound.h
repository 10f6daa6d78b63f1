// The least cost of a path behind a portal, from the baked labels.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/world/portal_climb.h"
#include "core/world/portal_graph.h"
#include "core/world/portal_query.h"

namespace waystone {

// A lower bound, whatever is closed, limited or dearer than baked; to rounding, the exact cost if nothing is.
// Keeps its memory from query to query. One thread.
class TailBound {
 public:
  // `graph` must outlive the queries. O(portals + entries of the tails' labels).
  void Prepare(const PortalGraph& graph, WorldMode mode, std::span<const PortalTail> tails);
  // [m] From the arrival of the portal to the end of any tail; infinite if there is no path. O(entries of the
  // portal's label), once for each portal.
  double From(uint32_t portal);

 private:
  PortalGraph::Labels labels_;
  std::vector<double> by_hub_;
  std::vector<double> by_portal_;  // negative: not known yet
  ClimbBound climb_;               // of hierarchies
};

}  // namespace waystone
