// The walks between the portals of a world as arcs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/graph/dary_heap.h"
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

// Dijkstra's algorithm over arcs. Memory is kept from search to search. One thread.
class PortalTree {
 public:
  explicit PortalTree(uint32_t portals);

  // Settles portals from `root`, cheapest first and of equals the one of less id, until there are none; goes
  // on from those for which settle(portal, before, cost_m) says so. The root's `before` is itself.
  template <typename Settle>
  void Grow(const PortalArcs& arcs, uint32_t root, const Settle& settle);

 private:
  struct Open {
    double cost_m;
    uint32_t portal;
  };
  struct IsSooner {
    bool operator()(const Open& a, const Open& b) const {
      return a.cost_m != b.cost_m ? a.cost_m < b.cost_m : a.portal < b.portal;
    }
  };

  void Forget();

  std::vector<double> cost_m_;    // infinite: not reached
  std::vector<uint32_t> before_;  // none: likewise
  std::vector<uint32_t> reached_;
  DaryHeap<Open, IsSooner> open_;
};

template <typename Settle>
void PortalTree::Grow(const PortalArcs& arcs, uint32_t root, const Settle& settle) {
  reached_.assign(1, root);
  cost_m_[root] = 0;
  before_[root] = root;
  open_.Push({0, root});
  while (!open_.empty()) {
    const Open next = open_.top();
    open_.Pop();
    if (next.cost_m > cost_m_[next.portal]) continue;
    if (!settle(next.portal, before_[next.portal], next.cost_m)) continue;
    for (const PortalArc& arc : arcs.Of(next.portal)) {
      const double cost_m = next.cost_m + arc.cost_m;
      if (!(cost_m < cost_m_[arc.portal])) continue;
      if (before_[arc.portal] == UINT32_MAX) reached_.push_back(arc.portal);
      cost_m_[arc.portal] = cost_m;
      before_[arc.portal] = next.portal;
      open_.Push({cost_m, arc.portal});
    }
  }
  Forget();
}

}  // namespace waystone
