#include "core/graph/csr_graph.h"

#include <utility>

#include "core/base/check.h"

namespace waystone {

CsrGraph CsrGraph::FromArcs(uint32_t node_count, std::span<const Arc> arcs) {
  CsrGraph graph;
  graph.offsets_.assign(node_count + 1, 0);
  for (const Arc& arc : arcs) {
    WS_CHECK(arc.source < node_count && arc.target < node_count);
    ++graph.offsets_[arc.source + 1];
  }
  for (uint32_t v = 0; v < node_count; ++v) graph.offsets_[v + 1] += graph.offsets_[v];
  graph.targets_.resize(arcs.size());
  std::vector<uint32_t> next(graph.offsets_.begin(), graph.offsets_.end() - 1);
  for (const Arc& arc : arcs) graph.targets_[next[arc.source]++] = arc.target;
  return graph;
}

CsrGraph CsrGraph::FromRows(std::vector<uint32_t> offsets, std::vector<uint32_t> targets) {
  WS_CHECK(!offsets.empty() && offsets.back() == targets.size());
  CsrGraph graph;
  graph.offsets_ = std::move(offsets);
  graph.targets_ = std::move(targets);
  return graph;
}

}  // namespace waystone
