#include "bake/grid/hub_labels.h"

#include <algorithm>

#include "bake/grid/hub_order.h"
#include "bake/grid/pruned_search.h"

namespace waystone {

HubLabels MakeHubLabels(const CornerGraph& graph, const HubLabelLimits& limits) {
  HubLabels labels;
  labels.of_corner.resize(graph.size());
  PrunedSearch search(graph, labels.of_corner);
  HubOrder order(graph, search);
  for (uint32_t rank = 0; rank < graph.size(); ++rank) {
    const CornerId corner = order.TakeNext();
    for (const ReachedCorner& reached : search.Run(corner)) {
      if (reached.steps.cardinal > UINT16_MAX || reached.steps.diagonal > UINT16_MAX)
        labels.has_long_path = true;
      HubEntry entry{HubId(rank), CornerId(), static_cast<uint16_t>(reached.steps.cardinal),
                     static_cast<uint16_t>(reached.steps.diagonal)};
      if (reached.parent != kNoParent) entry.next = search.reached()[reached.parent].corner;
      labels.of_corner[reached.corner.value()].push_back(entry);
      ++labels.entry_count;
    }
    labels.has_too_many = labels.entry_count > limits.max_entries;
    labels.is_too_slow = search.steps() > limits.max_steps;
    if (labels.has_too_many || labels.is_too_slow || labels.has_long_path) return labels;
    order.Cover(corner);
  }
  return labels;
}

}  // namespace waystone
