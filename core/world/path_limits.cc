#include "core/world/path_limits.h"

#include <algorithm>

namespace waystone {
namespace {

bool IsClosed(const PortalLimits* limits, uint32_t portal) {
  return limits != nullptr && !limits->is_closed.empty() && limits->is_closed[portal];
}

uint64_t Held(const PortalLimits& limits, uint32_t kind) {
  uint64_t held = 0;
  for (const TicketCount& ticket : limits.tickets) held += ticket.kind == kind ? ticket.count : 0;
  return held;
}

bool IsUsedUp(const PortalLimits* limits, uint32_t group) {
  return group != 0 && limits != nullptr &&
         std::find(limits->used_groups.begin(), limits->used_groups.end(), group) !=
             limits->used_groups.end();
}

bool AreTooMany(const PortalLimits& limits, size_t portals) {
  return limits.max_portals != 0 && limits.used_portals + portals > limits.max_portals;
}

}  // namespace

bool IsAllowed(const PortalGraph& graph, const PortalLimits* limits, std::span<const PortalId> portals) {
  double money = 0;
  std::vector<uint32_t> tickets;
  std::vector<uint32_t> groups;
  for (const PortalId portal : portals) {
    if (IsClosed(limits, portal.value())) return false;
    const PortalGraph::Node& node = graph.nodes[portal.value()];
    money += node.money;
    if (node.ticket != 0) tickets.push_back(node.ticket);
    if (IsUsedUp(limits, node.group)) return false;
    if (node.group != 0) groups.push_back(node.group);
  }
  std::sort(groups.begin(), groups.end());
  if (std::adjacent_find(groups.begin(), groups.end()) != groups.end()) return false;
  if (limits == nullptr || !limits->is_limited) return true;
  if (money > limits->money) return false;
  if (AreTooMany(*limits, portals.size())) return false;
  return std::all_of(tickets.begin(), tickets.end(), [&](uint32_t kind) {
    const auto used = static_cast<uint64_t>(std::count(tickets.begin(), tickets.end(), kind));
    return used <= Held(*limits, kind);
  });
}

void PathLimits::Prepare(const PortalGraph& graph, const PortalLimits* limits) {
  uint32_t kinds = 0;
  uint32_t groups = 0;
  for (const PortalGraph::Node& node : graph.nodes) {
    kinds = std::max(kinds, node.ticket);
    groups = std::max(groups, node.group);
  }
  ticket_counter_.assign(kinds + size_t{1}, kNone);
  group_counter_.assign(groups + size_t{1}, kNone);
  most_by_counter_.clear();
  counts_money_ = counts_uses_ = false;
  penalty_m_ = 0;
  OpenPortals(graph, limits);
  if (limits != nullptr && limits->is_limited) {
    penalty_m_ = limits->penalty_m;
    money_ = limits->money;
    double all_money = 0;
    for (uint32_t i = 0; i < graph.nodes.size(); ++i) all_money += is_open_[i] ? graph.nodes[i].money : 0;
    counts_money_ = all_money > money_;
    most_uses_ = limits->max_portals - std::min(limits->used_portals, limits->max_portals);
    counts_uses_ = AreTooMany(*limits, graph.nodes.size());
    CountTickets(graph, *limits);
  }
  CountGroups(graph);
}

void PathLimits::OpenPortals(const PortalGraph& graph, const PortalLimits* limits) {
  const bool is_limited = limits != nullptr && limits->is_limited;
  portals_of_.assign(ticket_counter_.size(), 0);  // 1: a ticket of the kind is held
  if (is_limited) {
    for (const TicketCount& ticket : limits->tickets) {
      if (ticket.kind < portals_of_.size() && ticket.count > 0) portals_of_[ticket.kind] = 1;
    }
  }
  is_open_.assign(graph.nodes.size(), false);
  for (uint32_t i = 0; i < graph.nodes.size(); ++i) {
    const PortalGraph::Node& node = graph.nodes[i];
    const bool is_affordable =
        !is_limited || (node.money <= limits->money && (node.ticket == 0 || portals_of_[node.ticket] == 1));
    is_open_[i] = is_affordable && !IsClosed(limits, i) && !IsUsedUp(limits, node.group);
  }
}

void PathLimits::CountTickets(const PortalGraph& graph, const PortalLimits& limits) {
  portals_of_.assign(ticket_counter_.size(), 0);
  for (uint32_t i = 0; i < graph.nodes.size(); ++i) portals_of_[graph.nodes[i].ticket] += is_open_[i] ? 1 : 0;
  for (uint32_t kind = 1; kind < portals_of_.size(); ++kind) {
    const uint64_t held = Held(limits, kind);
    if (portals_of_[kind] <= held) continue;
    ticket_counter_[kind] = static_cast<uint32_t>(most_by_counter_.size());
    most_by_counter_.push_back(static_cast<uint32_t>(held));
  }
}

void PathLimits::CountGroups(const PortalGraph& graph) {
  portals_of_.assign(group_counter_.size(), 0);
  for (uint32_t i = 0; i < graph.nodes.size(); ++i) portals_of_[graph.nodes[i].group] += is_open_[i] ? 1 : 0;
  for (uint32_t group = 1; group < portals_of_.size(); ++group) {
    if (portals_of_[group] < 2) continue;
    group_counter_[group] = static_cast<uint32_t>(most_by_counter_.size());
    most_by_counter_.push_back(1);
  }
}

}  // namespace waystone
