#include "core/skeleton/walk_search.h"

#include <algorithm>

namespace waystone {

void WalkSearch::Begin(uint32_t source) {
  ++generation_;
  See(source, source, 0);
}

void WalkSearch::AppendWay(uint32_t node, std::vector<uint32_t>& nodes) const {
  const auto first = static_cast<std::ptrdiff_t>(nodes.size());
  for (; parent_[node] != node; node = parent_[node]) nodes.push_back(node);
  std::reverse(nodes.begin() + first, nodes.end());
}

std::vector<double> DistancesFrom(const WalkGraph& graph, const std::vector<uint32_t>& sources,
                                  bool is_backward) {
  struct Item {
    double distance_m;
    uint32_t node;
  };
  struct Less {
    bool operator()(const Item& a, const Item& b) const { return a.distance_m < b.distance_m; }
  };
  const std::vector<uint32_t>& rows = is_backward ? graph.back_rows : graph.rows;
  const std::vector<uint32_t>& targets = is_backward ? graph.sources : graph.targets;
  const std::vector<float>& lengths = is_backward ? graph.back_lengths : graph.lengths;
  std::vector<double> distances(graph.size(), std::numeric_limits<double>::infinity());
  DaryHeap<Item, Less> heap;
  for (const uint32_t source : sources) {
    distances[source] = 0;
    heap.Push({0, source});
  }
  while (!heap.empty()) {
    const Item item = heap.top();
    heap.Pop();
    if (item.distance_m > distances[item.node]) continue;
    for (uint32_t i = rows[item.node]; i < rows[item.node + 1]; ++i) {
      const double distance_m = item.distance_m + static_cast<double>(lengths[i]);
      if (distance_m >= distances[targets[i]]) continue;
      distances[targets[i]] = distance_m;
      heap.Push({distance_m, targets[i]});
    }
  }
  return distances;
}

}  // namespace waystone
