#include "core/store/computed_zones.h"

#include <algorithm>
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
std::vector<uint32_t> LargestPartOfMain(const ZoneLabels& labels, const ZoneView& baked) {
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

}  // namespace

ZoneData ComputeZones(const NavmeshView& mesh, const LinkView& links, uint64_t abilities,
                      const MainGround& baked) {
  const CsrGraph graph = MakePolyGraph(mesh, links, abilities);
  ZoneOptions options;
  const std::vector<uint32_t> source_ids = SourceIdsOf(mesh);
  options.source_ids = source_ids;
  std::vector<uint32_t> spawns;
  if (baked.zones != nullptr) {
    options.main_zone_count = baked.zones->header().main_zone_count;
    spawns = baked.is_subset ? RankedNodes(*baked.zones)
                             : LargestPartOfMain(LabelZones(graph, options), *baked.zones);
  }
  options.spawns = spawns;
  return PackZones(LabelZones(graph, options));
}

}  // namespace waystone
