#include "core/skeleton/contracted_graph.h"

#include <algorithm>

#include "core/base/deadline_poll.h"
#include "core/skeleton/edge_rows.h"

namespace waystone {
namespace {

constexpr uint32_t kNodesPerLook = 2048;

// Bridges follow from the lowest order of entry that is reached from below (Tarjan 1974).
class BridgeSearch {
 public:
  explicit BridgeSearch(ContractedGraph& graph)
      : graph_(graph), entered_(graph.node_count, kNoNode), low_(graph.node_count, 0) {}

  void Run() {
    graph_.parent.assign(graph_.node_count, 0);
    graph_.parent_edge.assign(graph_.node_count, kNoNode);
    graph_.is_bridge.assign(graph_.edges.size(), 0);
    std::vector<uint32_t> next(graph_.rows.begin(), graph_.rows.end() - 1);
    Enter(0);
    DeadlinePoll poll(graph_.deadline, kNodesPerLook);
    for (uint32_t v = 0; !poll.Expired();) {
      if (next[v] == graph_.rows[v + 1]) {
        if (v == 0) return;
        v = Leave(v);
        continue;
      }
      const uint32_t edge = graph_.incident[next[v]++];
      if (edge == graph_.parent_edge[v]) continue;
      const uint32_t other = graph_.Other(edge, v);
      if (entered_[other] != kNoNode) {
        low_[v] = std::min(low_[v], entered_[other]);
        continue;
      }
      graph_.parent[other] = v;
      graph_.parent_edge[other] = edge;
      Enter(other);
      v = other;
    }
  }

 private:
  void Enter(uint32_t v) {
    entered_[v] = low_[v] = static_cast<uint32_t>(graph_.order.size());
    graph_.order.push_back(v);
  }

  uint32_t Leave(uint32_t v) {
    const uint32_t up = graph_.parent[v];
    low_[up] = std::min(low_[up], low_[v]);
    if (low_[v] > entered_[up]) graph_.is_bridge[graph_.parent_edge[v]] = 1;
    return up;
  }

  ContractedGraph& graph_;
  std::vector<uint32_t> entered_;
  std::vector<uint32_t> low_;
};

}  // namespace

ContractedGraph Contract(const WalkGraph& graph, const std::vector<uint8_t>& known) {
  ContractedGraph result;
  result.deadline = graph.deadline;
  result.node_count = 1;
  std::vector<uint32_t> node_of(graph.size(), 0);
  for (uint32_t v = 0; v < graph.size(); ++v) {
    if (known[v] == 0 && v != graph.start.value()) node_of[v] = result.node_count++;
  }
  const std::vector<WalkEdge> edges = EdgesOf(graph);
  result.edges.reserve(edges.size());
  DeadlinePoll poll(graph.deadline, kNodesPerLook);
  for (const WalkEdge& edge : edges) {
    if (poll.Expired()) break;
    const uint32_t a = node_of[edge.a.value()];
    const uint32_t b = node_of[edge.b.value()];
    if (a == b) continue;
    const double once_m = static_cast<double>(edge.Least());
    const double again_m =
        edge.IsTwoWay() ? static_cast<double>(std::max(edge.there_m, edge.back_m)) : once_m;
    result.edges.push_back({a, b, once_m, again_m, once_m});
  }
  FillEdgeRows(result.node_count, result.edges, result.rows, result.incident, graph.deadline);
  return result;
}

ContractedGraph Compress(const ContractedGraph& graph) {
  ContractedGraph result;
  result.deadline = graph.deadline;
  DeadlinePoll poll(graph.deadline, kNodesPerLook);
  std::vector<uint32_t> node_of(graph.node_count, kNoNode);
  for (uint32_t v = 0; v < graph.node_count; ++v) {
    if (v == 0 || graph.rows[v + 1] - graph.rows[v] != 2) node_of[v] = result.node_count++;
  }
  std::vector<uint8_t> is_done(graph.edges.size(), 0);
  for (uint32_t v = 0; v < graph.node_count && !poll.Expired(); ++v) {
    if (node_of[v] == kNoNode) continue;
    for (uint32_t k = graph.rows[v]; k < graph.rows[v + 1]; ++k) {
      uint32_t e = graph.incident[k];
      if (is_done[e] != 0) continue;
      ContractedGraph::Edge link{node_of[v], 0, 0, 0, 0};
      for (uint32_t at = v;;) {
        is_done[e] = 1;
        link.once_m += graph.edges[e].once_m;
        link.again_m += graph.edges[e].again_m;
        link.longest_m = std::max(link.longest_m, graph.edges[e].longest_m);
        at = graph.Other(e, at);
        link.b = node_of[at];
        if (link.b != kNoNode) break;
        const uint32_t first = graph.incident[graph.rows[at]];
        e = first == e ? graph.incident[graph.rows[at] + 1] : first;
      }
      result.edges.push_back(link);
    }
  }
  FillEdgeRows(result.node_count, result.edges, result.rows, result.incident, graph.deadline);
  return result;
}

void FindBridges(ContractedGraph& graph) { BridgeSearch(graph).Run(); }

}  // namespace waystone
