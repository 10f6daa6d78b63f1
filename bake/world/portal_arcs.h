// The walks between the portals of a world as arcs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/graph/best_first.h"
#include "core/world/portal_graph.h"

namespace waystone {

struct PortalArc {
  uint32_t portal;  // the other end
  double cost_m;    // of the walk and of using the portal walked to
};

// The arcs of every portal: those from it, or those to it.
struct PortalArcs {
  std::vector<uint64_t> rows;
  std::vector<PortalArc> arcs;

  std::span<const PortalArc> Of(uint32_t portal) const {
    return std::span(arcs).subspan(rows[portal], rows[portal + size_t{1}] - rows[portal]);
  }
};

struct PortalArcsBothWays {
  PortalArcs from;
  PortalArcs to;
};

// Walks that are not there are left out. O(portals + walks).
PortalArcsBothWays ListPortalArcs(const PortalGraph& graph, WorldMode mode);

// Settles portals from `root`, cheapest first and of equals the one of less id, until there are none; goes on
// from those for which settle(portal, before, cost_m) says so. The root's `before` is itself. Overwrites
// `search`.
template <typename Settle>
void GrowPortalTree(const PortalArcs& arcs, uint32_t root, BestFirst<double>& search, const Settle& settle) {
  search.Begin(arcs.rows.size() - 1);
  search.Reach(root, 0, root);
  for (uint32_t portal = search.Settle(); portal != search.kNone; portal = search.Settle()) {
    const double cost_m = search.CostOf(portal);
    if (!settle(portal, search.Before(portal), cost_m)) continue;
    for (const PortalArc& arc : arcs.Of(portal)) search.Reach(arc.portal, cost_m + arc.cost_m, portal);
  }
}

}  // namespace waystone
