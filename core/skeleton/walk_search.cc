#include "core/skeleton/walk_search.h"

#include <algorithm>
#include <span>

namespace waystone {

void WalkSearch::AppendPath(uint32_t node, std::vector<uint32_t>& nodes) const {
  const auto first = static_cast<std::ptrdiff_t>(nodes.size());
  for (; search_.Before(node) != node; node = search_.Before(node)) nodes.push_back(node);
  std::reverse(nodes.begin() + first, nodes.end());
}

std::vector<double> DistancesFrom(const WalkGraph& graph, const std::vector<uint32_t>& sources,
                                  bool is_backward) {
  const std::vector<uint32_t>& rows = is_backward ? graph.back_rows : graph.rows;
  const std::vector<uint32_t>& targets = is_backward ? graph.sources : graph.targets;
  const std::vector<float>& lengths = is_backward ? graph.back_lengths : graph.lengths;
  std::vector<double> distances(graph.size(), std::numeric_limits<double>::infinity());
  OpenNodes<double> open;
  for (const uint32_t source : sources) {
    distances[source] = 0;
    open.Push({0, source});
  }
  SpreadCosts(std::span(distances), open, [&](uint32_t node, double distance_m, const auto& reach) {
    for (uint32_t i = rows[node]; i < rows[node + 1]; ++i) {
      reach(targets[i], distance_m + static_cast<double>(lengths[i]));
    }
  });
  return distances;
}

}  // namespace waystone
