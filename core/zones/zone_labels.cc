#include "core/zones/zone_labels.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/graph/components.h"

namespace waystone {
namespace {

// New numbers for the nodes of an acyclic graph such that every arc leads upwards (Kahn, in order of age).
std::vector<uint32_t> TopologicalNumbers(const CsrView& dag) {
  const uint32_t count = dag.node_count();
  std::vector<uint32_t> open_arcs(count, 0);
  for (uint32_t target : dag.targets) ++open_arcs[target];
  std::vector<uint32_t> order;
  order.reserve(count);
  for (uint32_t v = 0; v < count; ++v) {
    if (open_arcs[v] == 0) order.push_back(v);
  }
  for (size_t next = 0; next < order.size(); ++next) {
    for (uint32_t target : dag.Targets(order[next])) {
      if (--open_arcs[target] == 0) order.push_back(target);
    }
  }
  std::vector<uint32_t> number(count);
  for (uint32_t i = 0; i < count; ++i) number[order[i]] = i;
  return number;
}

CsrGraph Renumber(const CsrView& graph, const std::vector<uint32_t>& number) {
  std::vector<Arc> arcs;
  arcs.reserve(graph.targets.size());
  for (uint32_t v = 0; v < graph.node_count(); ++v) {
    for (uint32_t target : graph.Targets(v)) arcs.push_back({number[v], number[target]});
  }
  std::sort(arcs.begin(), arcs.end());
  return CsrGraph::FromArcs(graph.node_count(), arcs);
}

// By component, the lowest source id of its nodes.
std::vector<uint32_t> LeastIds(std::span<const uint32_t> component_of_node, size_t components,
                               const ZoneOptions& options) {
  std::vector<uint32_t> least(components, 0xffffffffU);
  for (size_t node = 0; node < options.source_ids.size(); ++node) {
    uint32_t& id = least[component_of_node[node]];
    id = std::min(id, options.source_ids[node]);
  }
  return least;
}

// Which weak components are not isolated.
std::vector<bool> KeptWeakComponents(const Components& weak, const ZoneOptions& options) {
  std::vector<bool> kept(weak.count, false);
  if (!options.spawns.empty()) {
    for (uint32_t spawn : options.spawns) kept[weak.of_node[spawn]] = true;
    return kept;
  }
  const std::vector<uint32_t> sizes = weak.Sizes();
  const std::vector<uint32_t> least_id = LeastIds(weak.of_node, weak.count, options);
  std::vector<uint32_t> by_size(weak.count);
  std::iota(by_size.begin(), by_size.end(), 0U);
  // Components are numbered by their lowest node.
  const auto larger = [&](uint32_t a, uint32_t b) {
    if (sizes[a] != sizes[b]) return sizes[a] > sizes[b];
    return std::pair(least_id[a], a) < std::pair(least_id[b], b);
  };
  const uint32_t keep = std::min(options.main_weak_count, weak.count);
  std::partial_sort(by_size.begin(), by_size.begin() + keep, by_size.end(), larger);
  for (uint32_t i = 0; i < keep; ++i) kept[by_size[i]] = true;
  return kept;
}

// Assigns zones to the components that are marked kept (temporarily as zone 1).
void RankZones(ZoneLabels& labels, const ZoneOptions& options) {
  constexpr uint32_t kNotSpawn = 0xffffffffU;
  std::vector<uint32_t> spawn_rank(labels.components.size(), kNotSpawn);
  for (uint32_t i = 0; i < options.spawns.size(); ++i) {
    uint32_t& rank = spawn_rank[labels.component[options.spawns[i]]];
    rank = std::min(rank, i);
  }
  const std::vector<uint32_t> least_id = LeastIds(labels.component, labels.components.size(), options);
  std::vector<uint32_t> ranked;
  for (uint32_t c = 0; c < labels.components.size(); ++c) {
    if (labels.components[c].zone != kIsolatedZone) ranked.push_back(c);
  }
  std::sort(ranked.begin(), ranked.end(), [&](uint32_t a, uint32_t b) {
    const ZoneComponent& ca = labels.components[a];
    const ZoneComponent& cb = labels.components[b];
    if (spawn_rank[a] != spawn_rank[b]) return spawn_rank[a] < spawn_rank[b];
    if (ca.node_count != cb.node_count) return ca.node_count > cb.node_count;
    return std::pair(least_id[a], ca.lowest_node) < std::pair(least_id[b], cb.lowest_node);
  });
  for (uint32_t i = 0; i < ranked.size(); ++i) labels.components[ranked[i]].zone = ZoneId(i + 1);
}

void MarkReachOfMain(ZoneLabels& labels) {
  const auto count = static_cast<uint32_t>(labels.components.size());
  for (ZoneComponent& component : labels.components) {
    if (component.IsAmongMain(labels.main_zone_count))
      component.flags |= kZoneReachesMain | kZoneReachedFromMain;
  }
  for (uint32_t c = count; c-- > 0;) {
    for (uint32_t target : labels.dag.Targets(c)) {
      labels.components[c].flags |= labels.components[target].flags & kZoneReachesMain;
    }
  }
  for (uint32_t c = 0; c < count; ++c) {
    for (uint32_t target : labels.dag.Targets(c)) {
      labels.components[target].flags |= labels.components[c].flags & kZoneReachedFromMain;
    }
  }
}

}  // namespace

ZoneLabels LabelZones(const CsrView& graph, const ZoneOptions& options, DeadlinePoll* poll) {
  WeakAndStrong found = FindComponents(graph, poll);
  if (poll != nullptr && poll->ExpiredNow()) return {};
  const std::vector<uint32_t> number = TopologicalNumbers(found.dag);

  ZoneLabels labels;
  labels.main_zone_count = options.main_zone_count;
  labels.weak_count = found.weak.count;
  labels.dag = Renumber(found.dag, number);
  labels.component = std::move(found.strong.of_node);
  labels.components.resize(found.strong.count);
  const std::vector<bool> kept = KeptWeakComponents(found.weak, options);
  for (uint32_t v = 0; v < graph.node_count(); ++v) {
    if (poll != nullptr && poll->Expired()) return {};
    labels.component[v] = number[labels.component[v]];
    ZoneComponent& component = labels.components[labels.component[v]];
    if (component.node_count++ == 0) component.lowest_node = v;
    if (kept[found.weak.of_node[v]]) {
      component.zone = ZoneId(1);
    } else {
      ++labels.isolated_node_count;
    }
  }
  RankZones(labels, options);
  if (poll != nullptr && poll->ExpiredNow()) return {};
  MarkReachOfMain(labels);
  return labels;
}

}  // namespace waystone
