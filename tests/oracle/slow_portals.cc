#include "tests/oracle/slow_portals.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

bool KeepsToLimits(const PortalGraph& graph, const PortalLimits* limits,
                   const std::vector<PortalId>& portals) {
  double money = 0;
  std::map<uint32_t, uint32_t> tickets;
  std::map<uint32_t, uint32_t> groups;
  if (limits != nullptr) {
    for (const uint32_t group : limits->used_groups) groups[group] = 1;
  }
  for (const PortalId portal : portals) {
    if (limits != nullptr && !limits->is_closed.empty() && limits->is_closed[portal.value()]) return false;
    const PortalGraph::Node& node = graph.nodes[portal.value()];
    money += node.money;
    ++tickets[node.ticket];
    if (++groups[node.group] > 1 && node.group != 0) return false;
  }
  if (limits == nullptr || !limits->is_limited) return true;
  for (const TicketCount& held : limits->tickets) {
    uint32_t& used = tickets[held.kind];
    used -= std::min(used, held.count);
  }
  for (const auto& [kind, missing] : tickets) {
    if (kind != 0 && missing > 0) return false;
  }
  const size_t used = limits->used_portals + portals.size();
  return money <= limits->money && (limits->max_portals == 0 || used <= limits->max_portals);
}

}  // namespace

double SlowStepCost(const PortalGraph& graph, WorldMode mode, PortalId from, PortalId to) {
  const PortalGraph::Exits& exits = graph.ExitsBehind(from);
  if (to.value() < exits.first || to.value() - exits.first >= exits.count) return kInfinite;
  return graph.WalkCosts(from, mode)[to.value() - exits.first] + graph.nodes[to.value()].cost_m;
}

double SlowCostToArrival(const PortalGraph& graph, const PortalQuery& query,
                         const std::vector<PortalId>& portals) {
  if (portals.empty() || !KeepsToLimits(graph, query.limits, portals)) return kInfinite;
  const bool is_limited = query.limits != nullptr && query.limits->is_limited;
  const double penalty_m = is_limited ? query.limits->penalty_m : 0;
  double cost_m = kInfinite;
  for (const PortalHead& head : query.heads) {
    if (head.portal != portals[0]) continue;
    cost_m = std::min(cost_m, head.cost_m + graph.nodes[head.portal.value()].cost_m + penalty_m);
  }
  for (size_t i = 1; i < portals.size(); ++i) {
    cost_m += SlowStepCost(graph, query.mode, portals[i - 1], portals[i]) + penalty_m;
  }
  return cost_m;
}

SlowPortalPath TryAllPortalPaths(const PortalGraph& graph, const PortalQuery& query) {
  SlowPortalPath best{.cost_m = kInfinite};
  std::vector<std::vector<PortalId>> untried;
  for (const PortalHead& head : query.heads) untried.push_back({head.portal});
  while (!untried.empty()) {
    const std::vector<PortalId> path = std::move(untried.back());
    untried.pop_back();
    const double cost_m = SlowCostToArrival(graph, query, path);
    if (cost_m == kInfinite) continue;
    for (size_t i = 0; i < query.tails.size(); ++i) {
      if (query.tails[i].portal != path.back()) continue;
      const double whole_m = cost_m + query.tails[i].cost_m;
      if (whole_m >= query.below_cost_m) continue;
      if (whole_m < best.cost_m || (whole_m == best.cost_m && i < best.tail)) best = {whole_m, i};
    }
    for (uint32_t next = 0; next < graph.nodes.size(); ++next) {
      if (std::find(path.begin(), path.end(), PortalId(next)) != path.end()) continue;
      untried.push_back(path);
      untried.back().emplace_back(next);
    }
  }
  return best;
}

std::vector<double> CostsBetweenPortals(const PortalGraph& graph, WorldMode mode,
                                        const std::vector<bool>& is_closed) {
  const auto count = static_cast<uint32_t>(graph.nodes.size());
  const auto is_open = [&](uint32_t portal) { return is_closed.empty() || !is_closed[portal]; };
  std::vector<double> costs(size_t{count} * count, kInfinite);
  for (uint32_t a = 0; a < count; ++a) {
    for (uint32_t b = 0; b < count; ++b) {
      if (!is_open(a) || !is_open(b)) continue;
      costs[a * count + b] = a == b ? 0 : SlowStepCost(graph, mode, PortalId(a), PortalId(b));
    }
  }
  for (uint32_t middle = 0; middle < count; ++middle) {
    for (uint32_t a = 0; a < count; ++a) {
      for (uint32_t b = 0; b < count; ++b) {
        const double over_m = costs[a * count + middle] + costs[middle * count + b];
        costs[a * count + b] = std::min(costs[a * count + b], over_m);
      }
    }
  }
  return costs;
}

}  // namespace waystone
