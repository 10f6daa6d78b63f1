// Which limits of a request can bind paths through the portals of a world.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/world/portal_graph.h"
#include "core/world/portal_query.h"

namespace waystone {

// Whether a path keeps to the limits (null: only the groups'): closed portals, money, tickets, groups,
// number. O(portals^2) of the path.
bool IsAllowed(const PortalGraph& graph, const PortalLimits* limits, std::span<const PortalId> portals);

// A best path uses no portal twice. So a limit that all portals together cannot exhaust need not be counted:
// money that buys them all, as many tickets of a kind as there are portals that take one, a group of a single
// portal. Keeps its memory from query to query. One thread.
class PathLimits {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  // O(portals + kinds of tickets * tickets held).
  void Prepare(const PortalGraph& graph, const PortalLimits* limits);

  // Whether a path of this portal alone is allowed.
  bool IsOpen(uint32_t portal) const { return is_open_[portal]; }
  double penalty_m() const { return penalty_m_; }

  bool CountsMoney() const { return counts_money_; }
  double money() const { return money_; }
  bool CountsUses() const { return counts_uses_; }
  uint32_t most_uses() const { return most_uses_; }

  // For each counter, a kind of ticket or a group: how many of its portals a path may use.
  std::span<const uint32_t> most_by_counter() const { return most_by_counter_; }
  // kNone: not counted.
  uint32_t TicketCounter(uint32_t kind) const { return ticket_counter_[kind]; }
  uint32_t GroupCounter(uint32_t group) const { return group_counter_[group]; }

 private:
  void OpenPortals(const PortalGraph& graph, const PortalLimits* limits);
  void CountTickets(const PortalGraph& graph, const PortalLimits& limits);
  void CountGroups(const PortalGraph& graph);

  std::vector<bool> is_open_;
  double penalty_m_ = 0;
  bool counts_money_ = false;
  double money_ = 0;
  bool counts_uses_ = false;
  uint32_t most_uses_ = 0;
  std::vector<uint32_t> most_by_counter_;
  std::vector<uint32_t> ticket_counter_;  // by kind
  std::vector<uint32_t> group_counter_;   // by group
  std::vector<uint32_t> portals_of_;      // by kind or group
};

}  // namespace waystone
