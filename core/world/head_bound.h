// The least that a way costs up to the arrival of a portal, from the baked labels.
#pragma once

#include <span>
#include <vector>

#include "core/world/portal_graph.h"
#include "core/world/portal_query.h"

namespace waystone {

// What TailBound is for the other end. Its memory is kept from query to query. One thread.
class HeadBound {
 public:
  // `graph` outlives the queries. O(portals + entries of the heads' labels).
  void Prepare(const PortalGraph& graph, WorldMode mode, std::span<const PortalHead> heads);
  // [m] From the start over any head to the arrival of the portal; infinite where no way leads. O(entries of
  // the portal's label).
  double To(PortalId portal) const;

 private:
  PortalGraph::Labels labels_;
  std::vector<double> by_hub_;
};

}  // namespace waystone
