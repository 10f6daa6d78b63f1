#include "core/surface/computed_zones.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "core/navmesh/poly_graph.h"
#include "core/zones/zone_labels.h"

namespace waystone {
namespace {

// A polygon of each component that has a zone, by rank.
std::vector<uint32_t> RankedNodes(const ZoneView& zones) {
  std::vector<const ZoneComponent*> ranked;
  for (const ZoneComponent& component : zones.components()) {
    if (component.zone != kIsolatedZone) ranked.push_back(&component);
  }
  std::sort(ranked.begin(), ranked.end(), [](const auto* a, const auto* b) {
    return a->zone != b->zone ? a->zone < b->zone : a->lowest_node < b->lowest_node;
  });
  std::vector<uint32_t> nodes;
  nodes.reserve(ranked.size());
  for (const ZoneComponent* component : ranked) nodes.push_back(component->lowest_node);
  return nodes;
}

// A polygon of the component of `labels` that holds most of the baked main ground.
std::vector<uint32_t> LargestPartOfMain(const ZoneLabels& labels, const ZoneView& baked, DeadlinePoll* poll) {
  if (poll != nullptr && poll->ExpiredNow()) return {};
  std::vector<uint32_t> shared(labels.components.size(), 0);
  for (uint32_t poly = 0; poly < baked.header().node_count; ++poly) {
    if (baked.IsMain(PolyId(poly))) ++shared[labels.component[poly]];
  }
  uint32_t best = 0;
  for (uint32_t c = 1; c < shared.size(); ++c) {
    const bool is_larger = shared[c] > shared[best];
    const bool is_lower = labels.components[c].lowest_node < labels.components[best].lowest_node;
    if (is_larger || (shared[c] == shared[best] && is_lower)) best = c;
  }
  if (shared.empty() || shared[best] == 0) return {};
  return {labels.components[best].lowest_node};
}

// A polygon of the component that holds most of each baked component with a zone, by rank.
std::vector<uint32_t> LargestPartsOf(const ZoneLabels& labels, const ZoneView& baked, DeadlinePoll* poll) {
  const auto is_late = [&] { return poll != nullptr && poll->Expired(); };
  if (poll != nullptr && poll->ExpiredNow()) return {};
  std::unordered_map<uint64_t, uint32_t> shared;  // baked component, ours
  for (uint32_t poly = 0; poly < baked.header().node_count; ++poly) {
    if (is_late()) return {};
    const uint32_t component = baked.ComponentOf(PolyId(poly));
    if (baked.components()[component].zone == kIsolatedZone) continue;
    ++shared[uint64_t{component} << 32 | labels.component[poly]];
  }
  std::vector<uint32_t> best(baked.components().size(), UINT32_MAX);
  const auto count_of = [&](uint32_t component) {
    return shared[uint64_t{component} << 32 | best[component]];
  };
  for (uint32_t poly = 0; poly < baked.header().node_count;
       ++poly) {  // in an order that is the same everywhere
    if (is_late()) return {};
    const uint32_t component = baked.ComponentOf(PolyId(poly));
    if (baked.components()[component].zone == kIsolatedZone) continue;
    const uint32_t ours = labels.component[poly];
    const bool is_better =
        best[component] == UINT32_MAX || shared[uint64_t{component} << 32 | ours] > count_of(component);
    if (is_better) best[component] = ours;
  }
  std::vector<uint32_t> nodes;
  std::vector<bool> is_named(labels.components.size(), false);
  for (const uint32_t node : RankedNodes(baked)) {
    const uint32_t ours = best[baked.ComponentOf(PolyId(node))];
    if (!is_named[ours]) nodes.push_back(labels.components[ours].lowest_node);
    is_named[ours] = true;
  }
  return nodes;
}

}  // namespace

ZoneData ComputeZones(const NavmeshView& mesh, const LinkView& links, uint64_t abilities,
                      const MainGround& baked, DeadlinePoll* poll) {
  const CsrGraph graph = MakePolyGraph(mesh, links, abilities, nullptr, poll);
  if (poll != nullptr && poll->ExpiredNow()) return {};
  ZoneOptions options;
  const std::vector<uint32_t> source_ids = SourceIdsOf(mesh);
  options.source_ids = source_ids;
  std::vector<uint32_t> spawns;
  if (baked.zones != nullptr) {
    options.main_zone_count = baked.zones->header().main_zone_count;
    if (!baked.is_whole) {
      spawns = LargestPartsOf(LabelZones(graph, options, poll), *baked.zones, poll);
    } else {
      spawns = baked.is_subset ? RankedNodes(*baked.zones)
                               : LargestPartOfMain(LabelZones(graph, options, poll), *baked.zones, poll);
    }
  }
  options.spawns = spawns;
  const ZoneLabels labels = LabelZones(graph, options, poll);
  if (poll != nullptr && poll->ExpiredNow()) return {};
  return PackZones(labels);
}

}  // namespace waystone
