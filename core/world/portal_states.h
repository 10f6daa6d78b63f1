// The search through portals if not all of them may be used: some are closed, or money, tickets, groups or
// their number are limited.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/graph/dary_heap.h"
#include "core/world/least_needs.h"
#include "core/world/path_limits.h"
#include "core/world/portal_graph.h"
#include "core/world/portal_query.h"
#include "core/world/tail_bound.h"

namespace waystone {

// Keeps its memory from query to query. One thread.
class PortalStates {
 public:
  // The cheapest path within the limits: A* over states of portal and resources used, with the labels as the
  // bound. A state is dropped if another one at the same portal costs no more and has used no more of
  // anything; if no limited resource can run out, there is one state for each portal. Among equal paths, one
  // to the first tail wins; which of those does not depend on the order of heads. Adds states to
  // `path.expanded`, of which at most a million are kept; overwrites the rest of `path`. Polls the deadline.
  void Find(const PortalGraph& graph, const PortalQuery& query, PortalPath& path);

  // [bytes]
  uint64_t HeapBytes() const {
    return waystone::HeapBytes(heads_, tail_at_, first_here_, states_, used_, open_);
  }

 private:
  friend class PortalStateSearch;

  struct State {
    double cost_m = 0;
    double money = 0;
    uint32_t portal = 0;
    uint32_t from = 0;  // the previous state
    uint32_t uses = 0;
    uint32_t next_here = 0;  // the next undominated one of the portal
    bool is_beaten = false;
  };
  struct Open {
    double least_m;  // lower bound of a path from there to the end
    double cost_m;
    uint32_t state;
  };
  struct IsSooner {
    bool operator()(const Open& a, const Open& b) const {
      if (a.least_m != b.least_m) return a.least_m < b.least_m;
      return a.cost_m != b.cost_m ? a.cost_m > b.cost_m : a.state < b.state;
    }
  };

  PathLimits limits_;
  TailBound bound_;
  LeastNeeds least_money_;
  LeastNeeds least_uses_;
  std::vector<PortalHead> heads_;     // by portal
  std::vector<uint32_t> tail_at_;     // by portal: the best tail, by its index in the query
  std::vector<uint32_t> first_here_;  // by portal: the first of its states
  std::vector<State> states_;
  std::vector<uint32_t> used_;  // by state and counter of limits_
  DaryHeap<Open, IsSooner> open_;
};

}  // namespace waystone
