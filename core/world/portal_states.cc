#include "core/world/portal_states.h"

#include <algorithm>
#include <limits>

namespace waystone {
namespace {

constexpr uint32_t kStatesBetweenLooks = 256;  // at the deadline
constexpr uint32_t kMostTickets = 65'535;

bool IsClosed(const PortalLimits* limits, uint32_t portal) {
  return limits != nullptr && !limits->is_closed.empty() && limits->is_closed[portal];
}

}  // namespace

bool IsAllowed(const PortalGraph& graph, const PortalLimits* limits, const std::vector<PortalId>& portals) {
  double money = 0;
  std::vector<uint32_t> tickets;
  std::vector<uint32_t> groups;
  for (const PortalId portal : portals) {
    if (IsClosed(limits, portal.value())) return false;
    const PortalGraph::Node& node = graph.nodes[portal.value()];
    money += node.money;
    if (node.ticket != 0) tickets.push_back(node.ticket);
    if (node.group != 0) groups.push_back(node.group);
  }
  std::sort(groups.begin(), groups.end());
  if (std::adjacent_find(groups.begin(), groups.end()) != groups.end()) return false;
  if (limits == nullptr || !limits->is_limited) return true;
  if (money > limits->money || (limits->max_portals != 0 && portals.size() > limits->max_portals))
    return false;
  return std::all_of(tickets.begin(), tickets.end(), [&](uint32_t kind) {
    const auto used = static_cast<uint64_t>(std::count(tickets.begin(), tickets.end(), kind));
    uint64_t held = 0;
    for (const TicketCount& ticket : limits->tickets) held += ticket.kind == kind ? ticket.count : 0;
    return used <= held;
  });
}

void PortalStates::Start(const PortalGraph& graph, const PortalQuery& query) {
  const bool is_limited = query.limits != nullptr && query.limits->is_limited;
  uint32_t groups = 0;
  tickets_ = 0;
  counts_money_ = false;
  for (const PortalGraph::Node& node : graph.nodes) {
    groups = std::max(groups, node.group);
    if (!is_limited) continue;
    tickets_ = std::max(tickets_, node.ticket);
    counts_money_ = counts_money_ || node.money > 0;
  }
  counts_uses_ = is_limited && query.limits->max_portals != 0;
  counters_ = tickets_ + groups;
  allowed_.assign(tickets_, 0);
  allowed_.resize(counters_, 1);
  if (is_limited) {
    for (const TicketCount& ticket : query.limits->tickets) {
      if (ticket.kind == 0 || ticket.kind > tickets_) continue;
      uint32_t& allowed = allowed_[ticket.kind - 1];
      allowed = std::min(kMostTickets, allowed + std::min(kMostTickets, ticket.count));
    }
  }
  states_.clear();
  used_.clear();
  open_.Clear();
  at_portal_.resize(graph.nodes.size());
  for (std::vector<uint32_t>& states : at_portal_) states.clear();
}

// Whether state a makes state b, of the same portal, of no use.
bool PortalStates::Beats(uint32_t a, uint32_t b) const {
  if (states_[a].cost_m > states_[b].cost_m) return false;
  if (counts_money_ && states_[a].money > states_[b].money) return false;
  if (counts_uses_ && states_[a].uses > states_[b].uses) return false;
  const uint16_t* used_a = UsedBy(a);
  const uint16_t* used_b = UsedBy(b);
  for (uint32_t i = 0; i < counters_; ++i) {
    if (used_a[i] > used_b[i]) return false;
  }
  return true;
}

bool PortalStates::KeepsToLimits(const PortalLimits& limits, const State& state) const {
  return (!counts_money_ || state.money <= limits.money) &&
         (!counts_uses_ || state.uses <= limits.max_portals);
}

// Adds the state behind a portal walked to from another state, unless it is of no use.
void PortalStates::Use(const PortalGraph& graph, const PortalQuery& query, uint32_t portal, double walk_m,
                       uint32_t from) {
  const PortalLimits* limits = query.limits;
  if (IsClosed(limits, portal) || walk_m == std::numeric_limits<double>::infinity()) return;
  const PortalGraph::Node& node = graph.nodes[portal];
  State state{.portal = portal, .from = from};
  const bool is_first = from == kNone;
  const double penalty_m = limits != nullptr && limits->is_limited ? limits->penalty_m : 0;
  state.cost_m = (is_first ? 0 : states_[from].cost_m) + walk_m + node.cost_m + penalty_m;
  if (!(state.cost_m < query.below_cost_m)) return;
  state.money = (is_first ? 0 : states_[from].money) + node.money;
  state.uses = (is_first ? 0 : states_[from].uses) + 1;
  if (limits != nullptr && limits->is_limited && !KeepsToLimits(*limits, state)) return;
  const auto index = static_cast<uint32_t>(states_.size());
  used_.resize(used_.size() + counters_, 0);
  if (!is_first) std::copy_n(UsedBy(from), counters_, used_.end() - counters_);
  bool is_allowed = true;
  const auto count = [&](uint32_t counter) {
    is_allowed = is_allowed && ++used_[size_t{index} * counters_ + counter] <= allowed_[counter];
  };
  if (node.ticket != 0 && node.ticket <= tickets_) count(node.ticket - 1);
  if (node.group != 0) count(tickets_ + node.group - 1);
  states_.push_back(state);
  std::vector<uint32_t>& others = at_portal_[portal];
  const bool is_of_use = is_allowed && std::none_of(others.begin(), others.end(),
                                                    [&](uint32_t other) { return Beats(other, index); });
  if (!is_of_use) {
    states_.pop_back();
    used_.resize(used_.size() - counters_);
    return;
  }
  others.push_back(index);
  open_.Push({state.cost_m, index});
}

void PortalStates::Find(const PortalGraph& graph, const PortalQuery& query, PortalWay& way) {
  Start(graph, query);
  way.outcome = PortalOutcome::kNoWay;
  way.portals.clear();
  double best_m = query.below_cost_m;
  uint32_t best = kNone;
  for (const PortalHead& head : query.heads) Use(graph, query, head.portal.value(), head.cost_m, kNone);
  uint32_t count = 0;
  while (!open_.empty() && open_.top().cost_m < best_m) {
    const Open next = open_.top();
    open_.Pop();
    if (count >= query.max_expansions) way.outcome = PortalOutcome::kExpansionLimit;
    if (count++ % kStatesBetweenLooks == 0 && query.deadline.Expired()) {
      way.outcome = query.deadline.Cancelled() ? PortalOutcome::kCancelled : PortalOutcome::kDeadline;
    }
    if (way.outcome != PortalOutcome::kNoWay) return;
    ++way.expanded;
    const uint32_t portal = states_[next.state].portal;
    for (const PortalTail& tail : query.tails) {
      if (tail.portal.value() != portal || !(next.cost_m + tail.cost_m < best_m)) continue;
      best_m = next.cost_m + tail.cost_m;
      best = next.state;
      way.goal = tail.goal;
    }
    const std::span<const double> walks_m = graph.WalkCosts(PortalId(portal), query.mode);
    const uint32_t first = graph.exits[graph.nodes[portal].arrival_map].first;
    for (uint32_t i = 0; i < walks_m.size(); ++i) Use(graph, query, first + i, walks_m[i], next.state);
  }
  if (best == kNone) return;
  way.cost_m = best_m;
  Tell(best, way);
}

void PortalStates::Tell(uint32_t last, PortalWay& way) const {
  way.outcome = PortalOutcome::kFound;
  for (uint32_t state = last; state != kNone; state = states_[state].from) {
    way.portals.emplace_back(states_[state].portal);
  }
  std::reverse(way.portals.begin(), way.portals.end());
}

}  // namespace waystone
