#include "core/world/portal_search.h"

#include <algorithm>
#include <limits>

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

std::span<const PortalLabel> LabelsOf(std::span<const uint64_t> rows, std::span<const PortalLabel> labels,
                                      uint32_t portal) {
  return labels.subspan(rows[portal], rows[portal + 1] - rows[portal]);
}

// Null where the portal's label has no such hub.
const PortalLabel* FindHub(std::span<const PortalLabel> labels, uint32_t hub) {
  const auto found =
      std::lower_bound(labels.begin(), labels.end(), hub,
                       [](const PortalLabel& label, uint32_t value) { return label.hub < value; });
  return found == labels.end() || found->hub != hub ? nullptr : &*found;
}

}  // namespace

void PortalSearch::Find(const PortalGraph& graph, const PortalQuery& query, PortalWay& way) {
  way.expanded = 0;
  const bool is_as_baked =
      query.limits == nullptr || !query.limits->is_limited || query.limits->penalty_m == 0;
  if (is_as_baked) {
    JoinLabels(graph, query, way);
    // Limits only take ways away: the best of all, if they leave it, and no way at all where there is none.
    if (way.outcome == PortalOutcome::kNoWay || IsAllowed(graph, query.limits, way.portals)) return;
  }
  states_.Find(graph, query, way);
}

void PortalSearch::JoinLabels(const PortalGraph& graph, const PortalQuery& query, PortalWay& way) {
  const PortalGraph::Labels& labels = graph.labels[static_cast<uint32_t>(query.mode)];
  by_hub_.resize(std::max(by_hub_.size(), graph.nodes.size()));
  for (const PortalHead& head : query.heads) {
    const uint32_t portal = head.portal.value();
    const double head_m = head.cost_m + graph.nodes[portal].cost_m;
    for (const PortalLabel& label : LabelsOf(labels.out_rows, labels.out, portal)) {
      Half& half = by_hub_[label.hub];
      const double cost_m = head_m + label.cost_m;
      ++way.expanded;
      const bool is_better = cost_m < half.cost_m || (cost_m == half.cost_m && portal < half.portal);
      if (!is_better) continue;
      if (half.cost_m == kInfinite) touched_.push_back(label.hub);
      half = {cost_m, portal};
    }
  }
  way.outcome = PortalOutcome::kNoWay;
  way.cost_m = query.below_cost_m;
  uint32_t best_hub = 0;
  uint32_t best_tail = 0;
  for (const PortalTail& tail : query.tails) {
    const uint32_t portal = tail.portal.value();
    for (const PortalLabel& label : LabelsOf(labels.in_rows, labels.in, portal)) {
      ++way.expanded;
      const double cost_m = by_hub_[label.hub].cost_m + label.cost_m + tail.cost_m;
      if (!(cost_m < way.cost_m)) continue;
      way.cost_m = cost_m;
      way.goal = tail.goal;
      way.outcome = PortalOutcome::kFound;
      best_hub = label.hub;
      best_tail = portal;
    }
  }
  const uint32_t best_head = by_hub_.empty() ? 0 : by_hub_[best_hub].portal;
  for (const uint32_t hub : touched_) by_hub_[hub] = {};
  touched_.clear();
  way.portals.clear();
  if (way.outcome != PortalOutcome::kFound) return;
  if (!FollowLabels(labels, best_head, best_hub, best_tail, way)) states_.Find(graph, query, way);
}

// False where the labels lead nowhere: only where a file was made so.
bool PortalSearch::FollowLabels(const PortalGraph::Labels& labels, uint32_t head, uint32_t hub, uint32_t tail,
                                PortalWay& way) {
  const size_t most = labels.out_rows.size();
  for (uint32_t portal = head;;) {
    way.portals.emplace_back(portal);
    const PortalLabel* label = FindHub(LabelsOf(labels.out_rows, labels.out, portal), hub);
    if (label == nullptr || way.portals.size() > most) return false;
    if (label->next == portal) break;  // the hub itself
    portal = label->next;
  }
  const uint32_t middle = way.portals.back().value();
  const auto second_half = static_cast<std::ptrdiff_t>(way.portals.size());
  for (uint32_t portal = tail; portal != middle;) {
    way.portals.emplace_back(portal);
    const PortalLabel* label = FindHub(LabelsOf(labels.in_rows, labels.in, portal), hub);
    if (label == nullptr || way.portals.size() > 2 * most || label->next == portal) return false;
    portal = label->next;
  }
  std::reverse(way.portals.begin() + second_half, way.portals.end());
  return true;
}

}  // namespace waystone
