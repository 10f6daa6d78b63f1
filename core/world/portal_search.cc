#include "core/world/portal_search.h"

#include <algorithm>

#include "core/base/check.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// The portal after (or before) one on the path to (or from) a hub; the portal itself if it is the hub.
PortalId NextTowards(PortalHubId hub, std::span<const PortalLabel> labels) {
  const auto found =
      std::lower_bound(labels.begin(), labels.end(), hub,
                       [](const PortalLabel& label, PortalHubId value) { return label.hub < value; });
  WS_CHECK(found != labels.end() && found->hub == hub);
  return PortalId(found->next);
}

}  // namespace

void PortalSearch::Find(const PortalGraph& graph, const PortalQuery& query, PortalPath& path) {
  path.expanded = 0;
  if (query.changed != nullptr && query.changed->MayBeLess()) return states_.Find(graph, query, path);
  JoinLabels(graph, query, path);
  // Limits only remove paths, and penalties and changes make them dearer: if there is no path without them,
  // there is none.
  if (path.outcome == SearchOutcome::kExhausted) return;
  const PortalLimits* limits = query.limits;
  const bool is_as_baked = limits == nullptr || !limits->is_limited || limits->penalty_m == 0;
  const auto is_walked_on_changed = [&](PortalId portal) {
    return portal != path.portals.back() && query.changed->IsChanged(graph.nodes[portal.value()].arrival_map);
  };
  const bool meets_changes =
      query.changed != nullptr && std::any_of(path.portals.begin(), path.portals.end(), is_walked_on_changed);
  if (is_as_baked && !meets_changes && IsAllowed(graph, limits, path.portals)) return;
  states_.Find(graph, query, path);
}

void PortalSearch::JoinLabels(const PortalGraph& graph, const PortalQuery& query, PortalPath& path) {
  const PortalGraph::Labels& labels = graph.labels[static_cast<uint32_t>(query.mode)];
  by_hub_.resize(std::max(by_hub_.size(), graph.nodes.size()));
  for (const PortalHead& head : query.heads) {
    const uint32_t portal = head.portal.value();
    const double head_m = head.cost_m + graph.nodes[portal].cost_m;
    const std::span<const PortalLabel> of_head = labels.Out(head.portal);
    path.expanded += of_head.size();
    for (const PortalLabel& label : of_head) {
      Half& half = by_hub_[label.hub.value()];
      const double cost_m = head_m + label.cost_m;
      const bool is_better = cost_m < half.cost_m || (cost_m == half.cost_m && portal < half.portal);
      if (!is_better) continue;
      if (half.cost_m == kInfinite) touched_.push_back(label.hub);
      half = {cost_m, portal};
    }
  }
  path.outcome = SearchOutcome::kExhausted;
  path.portals.clear();
  double best_m = query.below_cost_m;
  Join join;
  for (const PortalTail& tail : query.tails) {
    const std::span<const PortalLabel> of_tail = labels.In(tail.portal);
    path.expanded += of_tail.size();
    for (const PortalLabel& label : of_tail) {
      const double cost_m = by_hub_[label.hub.value()].cost_m + label.cost_m + tail.cost_m;
      if (!(cost_m < best_m)) continue;
      best_m = cost_m;
      path.goal = tail.goal;
      path.outcome = SearchOutcome::kFound;
      join = {PortalId(by_hub_[label.hub.value()].portal), tail.portal, label.hub};
    }
  }
  for (const PortalHubId hub : touched_) by_hub_[hub.value()] = {};
  touched_.clear();
  if (path.outcome != SearchOutcome::kFound) return;
  path.cost_m = best_m;
  FollowLabels(labels, join, path.portals);
}

void PortalSearch::FollowLabels(const PortalGraph::Labels& labels, const Join& join,
                                std::vector<PortalId>& portals) {
  const size_t most = labels.out_rows.size();  // upper bound of the portals of a half
  for (PortalId portal = join.head;;) {
    portals.push_back(portal);
    WS_CHECK(portals.size() <= most);
    const PortalId next = NextTowards(join.hub, labels.Out(portal));
    if (next == portal) break;
    portal = next;
  }
  const PortalId hub = portals.back();
  const size_t second_half = portals.size();
  for (PortalId portal = join.tail; portal != hub; portal = NextTowards(join.hub, labels.In(portal))) {
    portals.push_back(portal);
    WS_CHECK(portals.size() <= 2 * most);
  }
  std::reverse(portals.begin() + static_cast<std::ptrdiff_t>(second_half), portals.end());
  CutLoop(second_half, portals);
}

// A cheapest path has only loops of zero cost, and neither half has a loop of its own.
void PortalSearch::CutLoop(size_t second_half, std::vector<PortalId>& portals) {
  uint32_t highest = 0;
  for (const PortalId portal : portals) highest = std::max(highest, portal.value());
  place_in_path_.resize(std::max<size_t>(place_in_path_.size(), highest + size_t{1}));
  for (size_t i = second_half; i < portals.size(); ++i) {
    place_in_path_[portals[i].value()] = static_cast<uint32_t>(i + 1);
  }
  size_t first = 0;
  while (first < second_half && place_in_path_[portals[first].value()] == 0) ++first;
  const size_t again = first < second_half ? place_in_path_[portals[first].value()] - size_t{1} : first;
  for (size_t i = second_half; i < portals.size(); ++i) place_in_path_[portals[i].value()] = 0;
  portals.erase(portals.begin() + static_cast<std::ptrdiff_t>(first),
                portals.begin() + static_cast<std::ptrdiff_t>(again));
}

}  // namespace waystone
