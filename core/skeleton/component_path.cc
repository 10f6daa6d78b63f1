#include "core/skeleton/component_path.h"

namespace waystone {
namespace {

// Sources before targets.
std::vector<uint32_t> TopologicalOrder(const CsrGraph& dag) {
  std::vector<uint32_t> open(dag.node_count(), 0);
  for (uint32_t c = 0; c < dag.node_count(); ++c) {
    for (const uint32_t target : dag.Targets(c)) ++open[target];
  }
  std::vector<uint32_t> order;
  order.reserve(dag.node_count());
  for (uint32_t c = 0; c < dag.node_count(); ++c) {
    if (open[c] == 0) order.push_back(c);
  }
  for (size_t i = 0; i < order.size(); ++i) {
    for (const uint32_t target : dag.Targets(order[i])) {
      if (--open[target] == 0) order.push_back(target);
    }
  }
  return order;
}

}  // namespace

ComponentPath BestComponentPath(const WalkGraph& graph, const std::vector<uint32_t>& weights) {
  const std::vector<uint32_t> order = TopologicalOrder(graph.dag);
  std::vector<uint64_t> best(graph.dag.node_count(), 0);
  std::vector<uint32_t> next(graph.dag.node_count(), kNoNode);
  for (size_t i = order.size(); i-- > 0;) {
    const uint32_t c = order[i];
    for (const uint32_t target : graph.dag.Targets(c)) {
      if (best[target] <= best[c]) continue;
      best[c] = best[target];
      next[c] = target;
    }
    best[c] += weights[c];
  }
  ComponentPath path;
  uint32_t c = graph.ComponentOf(graph.start);
  path.gain = best[c];
  for (; c != kNoNode; c = next[c]) path.components.push_back(c);
  return path;
}

}  // namespace waystone
