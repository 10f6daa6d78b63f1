// The search through portals where something is used up on the way: money, tickets, groups, a number of
// portals.
#pragma once

#include <cstdint>
#include <vector>

#include "core/graph/dary_heap.h"
#include "core/world/portal_graph.h"
#include "core/world/portal_query.h"

namespace waystone {

// Whether a way keeps to the limits (null: none but the groups): closed portals, money, tickets, groups,
// number.
bool IsAllowed(const PortalGraph& graph, const PortalLimits* limits, const std::vector<PortalId>& portals);

// Its memory is kept from query to query. One thread.
class PortalStates {
 public:
  // The cheapest way that the limits allow, by Dijkstra's algorithm over states (portal, what was used up);
  // of two states at a portal one that has used no less of anything, and costs no less, is left out. Where
  // nothing can be used up there is one state for each portal. Counts states in `way.expanded`. `way` is
  // overwritten.
  void Find(const PortalGraph& graph, const PortalQuery& query, PortalWay& way);

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  struct State {
    double cost_m = 0;
    double money = 0;
    uint32_t portal = 0;
    uint32_t from = kNone;  // the state before
    uint32_t uses = 0;
  };
  struct Open {
    double cost_m;
    uint32_t state;
  };
  struct Sooner {
    bool operator()(const Open& a, const Open& b) const {
      return a.cost_m != b.cost_m ? a.cost_m < b.cost_m : a.state < b.state;
    }
  };

  void Start(const PortalGraph& graph, const PortalQuery& query);
  const uint16_t* UsedBy(uint32_t state) const { return used_.data() + size_t{state} * counters_; }
  bool Beats(uint32_t a, uint32_t b) const;
  void Use(const PortalGraph& graph, const PortalQuery& query, uint32_t portal, double walk_m, uint32_t from);
  bool KeepsToLimits(const PortalLimits& limits, const State& state) const;
  void Tell(uint32_t last, PortalWay& way) const;

  // Counters of a state: one for each kind of ticket, then one for each group.
  uint32_t counters_ = 0;
  uint32_t tickets_ = 0;
  std::vector<uint32_t> allowed_;  // by counter
  bool counts_money_ = false;
  bool counts_uses_ = false;
  std::vector<State> states_;
  std::vector<uint16_t> used_;
  std::vector<std::vector<uint32_t>> at_portal_;
  DaryHeap<Open, Sooner> open_;
};

}  // namespace waystone
