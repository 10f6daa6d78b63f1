#include "core/skeleton/walk_search.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/base/deadline_poll.h"

namespace waystone {

void WalkSearch::AppendPath(WalkNodeId node, std::vector<WalkNodeId>& nodes) const {
  const auto first = static_cast<std::ptrdiff_t>(nodes.size());
  for (WalkNodeId before(search_.Before(node.value())); before != node;
       before = WalkNodeId(search_.Before(node.value()))) {
    nodes.push_back(std::exchange(node, before));
  }
  std::reverse(nodes.begin() + first, nodes.end());
}

std::vector<double> DistancesFrom(const WalkGraph& graph, const std::vector<WalkNodeId>& sources,
                                  bool is_backward) {
  const std::vector<uint32_t>& rows = is_backward ? graph.back_rows : graph.rows;
  const std::vector<WalkNodeId>& targets = is_backward ? graph.sources : graph.targets;
  const std::vector<float>& lengths = is_backward ? graph.back_lengths : graph.lengths;
  std::vector<double> distances(graph.size(), std::numeric_limits<double>::infinity());
  OpenNodes<double> open;
  for (const WalkNodeId source : sources) {
    distances[source.value()] = 0;
    open.Push({0, source.value()});
  }
  constexpr uint32_t kNodesPerLook = 512;
  DeadlinePoll poll(graph.deadline, kNodesPerLook);
  SpreadCosts(std::span(distances), open, [&](uint32_t node, double distance_m, const auto& reach) {
    if (poll.Expired()) return;
    for (uint32_t i = rows[node]; i < rows[node + 1]; ++i) {
      reach(targets[i].value(), distance_m + static_cast<double>(lengths[i]));
    }
  });
  return distances;
}

}  // namespace waystone
