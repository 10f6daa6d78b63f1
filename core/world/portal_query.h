// What a search through the portals of a world is asked and answers.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/base/deadline.h"
#include "core/path/search_outcome.h"
#include "core/world/portal_graph.h"

namespace waystone {

// The start of a path: walk to the trigger of a portal of the start's map.
struct PortalHead {
  PortalId portal;
  double cost_m = 0;  // [m of plain ground] of the walk alone
};

// The end of a path: walk from the arrival of a portal to the goal.
struct PortalTail {
  PortalId portal;
  double cost_m = 0;
  uint32_t goal = 0;  // index of the goal
};

// Tickets of one kind.
struct TicketCount {
  uint32_t kind = 0;  // PortalGraph::Node::ticket
  uint32_t count = 0;
};

// The limits of a request. The default allows everything, at the baked costs. In any case a path uses at most
// one portal of a group.
struct PortalLimits {
  std::vector<bool> is_closed = {};  // by portal; empty: none
  bool is_limited = false;           // the fields below apply
  double money = 0;                  // [currency units]
  std::vector<TicketCount> tickets = {};
  uint32_t max_portals = 0;  // 0: any number
  // Of that number, and the groups (PortalGraph::Node::group), what was used before the path.
  uint32_t used_portals = 0;
  std::vector<uint32_t> used_groups = {};
  double penalty_m = 0;  // added to the cost of each portal used
};

struct PortalPath {
  SearchOutcome outcome = SearchOutcome::kExhausted;
  double cost_m = 0;              // walks and portals
  std::vector<PortalId> portals;  // in the order used, none twice; empty if no path is found
  uint32_t goal = 0;              // PortalTail::goal of the path's end
  uint64_t expanded = 0;          // label entries and states
};

// What walking costs over maps that a request changes, measured when a search comes to their arrivals.
class ChangedWalkCosts {
 public:
  virtual ~ChangedWalkCosts() = default;

  // Whether the stored costs of walks over the map do not hold.
  virtual bool IsChanged(WorldMapIndex map) const = 0;
  // Whether some of them may be less than stored. If not, stored costs are lower bounds.
  virtual bool MayBeLess(WorldMapIndex map) const = 0;
  // Whether that holds for any map.
  virtual bool MayBeLess() const = 0;
  // PortalGraph::WalkCosts as they are now; valid until the next call. Empty if a limit came first, or an error.
  // REQUIRES: the portal leads to a map that is changed.
  virtual std::span<const double> CostsFrom(PortalId portal) = 0;
  // What ended the last measurement early; kFound: nothing.
  virtual SearchOutcome outcome() const = 0;
};

struct PortalQuery {
  WorldMode mode = WorldMode::kMayUse;
  std::span<const PortalHead> heads = {};
  std::span<const PortalTail> tails = {};
  const PortalLimits* limits = nullptr;  // null: everything is allowed
  ChangedWalkCosts* changed = nullptr;   // null: all maps are as baked
  // Ignores paths that cost this or more.
  double below_cost_m = std::numeric_limits<double>::infinity();
  uint32_t max_expansions = 1'000'000;  // [states]
  Deadline deadline = {};
};

}  // namespace waystone
