// The least cost of a path up to the arrival of a portal, from the baked labels.
#pragma once

#include <span>
#include <vector>

#include "core/world/portal_climb.h"
#include "core/world/portal_graph.h"
#include "core/world/portal_query.h"

namespace waystone {

// The counterpart of TailBound for the start. Keeps its memory from query to query. One thread.
class HeadBound {
 public:
  // `graph` must outlive the queries. O(portals + entries of the heads' labels).
  void Prepare(const PortalGraph& graph, WorldMode mode, std::span<const PortalHead> heads);
  // [m] From the start over any head to the arrival of the portal; infinite if there is no path. O(entries of
  // the portal's label).
  double To(PortalId portal);

 private:
  PortalGraph::Labels labels_;
  std::vector<double> by_hub_;
  ClimbBound climb_;  // of hierarchies
};

}  // namespace waystone
