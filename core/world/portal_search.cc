#include "core/world/portal_search.h"

#include <algorithm>
#include <utility>

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
  if (graph.labels[static_cast<uint32_t>(query.mode)].is_hierarchy) {
    JoinClimbs(graph, query, path);
  } else {
    JoinLabels(graph, query, path);
  }
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

void PortalSearch::JoinClimbs(const PortalGraph& graph, const PortalQuery& query, PortalPath& path) {
  const PortalGraph::Labels& hierarchy = graph.labels[static_cast<uint32_t>(query.mode)];
  up_.Begin(graph.nodes.size());
  for (const PortalHead& head : query.heads) {
    const uint32_t portal = head.portal.value();
    up_.AddSeed(portal, head.cost_m + graph.nodes[portal].cost_m, portal);
  }
  down_.Begin(graph.nodes.size());
  for (uint32_t i = 0; i < query.tails.size(); ++i)
    down_.AddSeed(query.tails[i].portal.value(), query.tails[i].cost_m, i);
  path.outcome = SearchOutcome::kExhausted;
  path.portals.clear();
  double best_m = query.below_cost_m;
  uint32_t top = PortalClimb::kNone;
  const auto meet_at = [&](uint32_t portal) {
    const double cost_m = up_.CostOf(portal) + down_.CostOf(portal);
    const bool is_better =
        cost_m < best_m || (top != PortalClimb::kNone && cost_m == best_m &&
                            std::pair(down_.SeedOf(portal), portal) < std::pair(down_.SeedOf(top), top));
    if (!is_better) return;
    best_m = cost_m;
    top = portal;
  };
  // The two in turn, each up to what the best path costs: a path that costs as much may end at an earlier tail.
  for (;;) {
    const double up_m = up_.NextCost();
    const double down_m = down_.NextCost();
    const double next_m = std::min(up_m, down_m);
    if (next_m == kInfinite || next_m > best_m) break;
    meet_at(up_m <= down_m ? up_.Settle(hierarchy, ClimbSide::kOut)
                           : down_.Settle(hierarchy, ClimbSide::kIn));
  }
  path.expanded += up_.settled().size() + down_.settled().size();
  if (top == PortalClimb::kNone) return;
  path.outcome = SearchOutcome::kFound;
  path.cost_m = best_m;
  path.goal = query.tails[down_.SeedOf(top)].goal;
  FollowClimbs(hierarchy, top, path.portals);
}

void PortalSearch::FollowClimbs(const PortalGraph::Labels& hierarchy, uint32_t top,
                                std::vector<PortalId>& portals) {
  std::vector<uint32_t> climb = {top};
  while (up_.Before(climb.back()) != climb.back()) climb.push_back(up_.Before(climb.back()));
  portals.emplace_back(climb.back());
  for (size_t i = climb.size() - 1; i > 0; --i)
    AppendPortalsOf(hierarchy, PortalId(climb[i]), PortalId(climb[i - 1]), portals);
  for (uint32_t portal = top; down_.Before(portal) != portal; portal = down_.Before(portal))
    AppendPortalsOf(hierarchy, PortalId(portal), PortalId(down_.Before(portal)), portals);
  CutLoops(portals);
}

// A cheapest path has only loops of zero cost.
void PortalSearch::CutLoops(std::vector<PortalId>& portals) {
  uint32_t highest = 0;
  for (const PortalId portal : portals) highest = std::max(highest, portal.value());
  place_in_path_.resize(std::max<size_t>(place_in_path_.size(), highest + size_t{1}));
  size_t size = 0;
  for (const PortalId portal : portals) {
    const uint32_t place = place_in_path_[portal.value()];
    if (place == 0) {
      portals[size++] = portal;
      place_in_path_[portal.value()] = static_cast<uint32_t>(size);
    } else {
      while (size > place) place_in_path_[portals[--size].value()] = 0;
    }
  }
  for (size_t i = 0; i < size; ++i) place_in_path_[portals[i].value()] = 0;
  portals.resize(size);
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
