#include "core/skeleton/two_way_graph.h"

#include <algorithm>
#include <cmath>

#include "core/base/deadline_poll.h"
#include "core/graph/union_find.h"
#include "core/skeleton/length_order.h"

namespace waystone {
namespace {

constexpr uint32_t kEdgesPerLook = 2048;

// Drops dead-end branches without wanted nodes.
void PruneBranches(TwoWayGraph& graph, const std::vector<uint8_t>& is_wanted, WalkNodeId keep) {
  const uint32_t n = graph.size();
  std::vector<uint32_t> degree(n);
  std::vector<uint32_t> ends;
  std::vector<uint8_t> is_out(n, 0);
  const auto is_bare = [&](uint32_t v) {
    return degree[v] <= 1 && graph.nodes[v] != keep && is_wanted[graph.nodes[v].value()] == 0;
  };
  for (uint32_t v = 0; v < n; ++v) {
    degree[v] = graph.rows[v + 1] - graph.rows[v];
    if (is_bare(v)) ends.push_back(v);
  }
  if (ends.empty()) return;
  for (size_t i = 0; i < ends.size(); ++i) {
    is_out[ends[i]] = 1;
    for (uint32_t k = graph.rows[ends[i]]; k < graph.rows[ends[i] + 1]; ++k) {
      const uint32_t other = graph.edges[graph.incident[k]].Other(ends[i]);
      if (is_out[other] != 0) continue;
      --degree[other];
      if (degree[other] == 1 && is_bare(other)) ends.push_back(other);
    }
  }
  std::vector<uint32_t> number(n);
  std::vector<WalkNodeId> nodes;
  if (graph.deadline.Expired()) return;
  for (uint32_t v = 0; v < n; ++v) {
    number[v] = static_cast<uint32_t>(nodes.size());
    if (is_out[v] == 0) nodes.push_back(graph.nodes[v]);
  }
  std::vector<TwoWayGraph::Edge> edges;
  if (graph.deadline.Expired()) return;
  for (const TwoWayGraph::Edge& edge : graph.edges) {
    if (is_out[edge.a] != 0 || is_out[edge.b] != 0) continue;
    edges.push_back({number[edge.a], number[edge.b], edge.length_m, edge.gap_m, edge.uses});
  }
  graph.nodes = std::move(nodes);
  graph.edges = std::move(edges);
  graph.IndexEdges();
}

}  // namespace

uint32_t TwoWayGraph::NodeOf(WalkNodeId walk_node) const {
  return static_cast<uint32_t>(std::lower_bound(nodes.begin(), nodes.end(), walk_node) - nodes.begin());
}

bool TwoWayGraph::IsConnected() const {
  UnionFind parts(size());
  for (const Edge& edge : edges) parts.Join(edge.a, edge.b);
  return parts.set_count() <= 1;
}

TwoWayGraphs::TwoWayGraphs(const WalkGraph& graph)
    : graph_(graph), rows_(graph.strong.count + 1, 0), nodes_(graph.size()), number_(graph.size()) {
  for (WalkNodeId v(0); v.value() < graph.size(); ++v) ++rows_[graph.ComponentOf(v) + 1];
  for (uint32_t c = 0; c < graph.strong.count; ++c) rows_[c + 1] += rows_[c];
  std::vector<uint32_t> next(rows_.begin(), rows_.end() - 1);
  for (WalkNodeId v(0); v.value() < graph.size(); ++v) {
    const uint32_t c = graph.ComponentOf(v);
    number_[v.value()] = next[c] - rows_[c];
    nodes_[next[c]++] = v;
  }
}

TwoWayGraph TwoWayGraphs::Make(uint32_t component) const {
  TwoWayGraph result;
  result.deadline = graph_.deadline;
  result.nodes.assign(nodes_.begin() + rows_[component], nodes_.begin() + rows_[component + 1]);
  DeadlinePoll poll(graph_.deadline, kEdgesPerLook);
  for (const WalkNodeId v : result.nodes) {
    if (poll.Expired()) break;
    ForEachEdgeAbove(graph_, v, [this, component, &result](const WalkEdge& edge) {
      if (!edge.IsTwoWay() || graph_.ComponentOf(edge.b) != component) return;
      const float length_m = (edge.there_m + edge.back_m) / 2;
      result.edges.push_back(
          {number_[edge.a.value()], number_[edge.b.value()], length_m, length_m, edge.uses});
    });
  }
  result.IndexEdges();
  return result;
}

TwoWayGraph TwoWayGraphs::MakePruned(uint32_t component, const std::vector<uint8_t>& is_wanted,
                                     WalkNodeId keep) const {
  TwoWayGraph result = Make(component);
  PruneBranches(result, is_wanted, keep);
  return result;
}

std::vector<uint32_t> EdgesByGap(const TwoWayGraph& graph) {
  std::vector<float> gaps;
  gaps.reserve(graph.edges.size());
  for (const TwoWayGraph::Edge& edge : graph.edges) gaps.push_back(edge.gap_m);
  return AscendingOrder(gaps, graph.deadline);
}

double JoinOddParts(const TwoWayGraph& graph, const std::vector<uint32_t>& by_gap, WalkParity& parity) {
  UnionFind parts(graph.size());
  double sum_m = 0;
  DeadlinePoll poll(graph.deadline, kEdgesPerLook);
  for (uint32_t e = 0; e < graph.edges.size(); ++e) {
    if (poll.Expired()) return sum_m;
    const TwoWayGraph::Edge& edge = graph.edges[e];
    sum_m += parity.is_odd[e] != 0 ? static_cast<double>(edge.length_m) : edge.Even();
    if (parity.is_odd[e] != 0) parts.Join(edge.a, edge.b);
  }
  parity.is_doubled.assign(graph.edges.size(), 0);
  for (const uint32_t e : by_gap) {
    if (poll.Expired()) return sum_m;
    if (parity.is_odd[e] != 0 || !parts.Join(graph.edges[e].a, graph.edges[e].b)) continue;
    parity.is_doubled[e] = 1;
    sum_m += 2 * static_cast<double>(graph.edges[e].gap_m);
  }
  return sum_m;
}

bool IsWalk(const TwoWayGraph& graph, const WalkParity& parity) {
  std::vector<uint8_t> is_odd(graph.size(), 0);
  is_odd[parity.start] ^= 1;
  is_odd[parity.end] ^= 1;
  UnionFind parts(graph.size());
  for (uint32_t e = 0; e < graph.edges.size(); ++e) {
    const TwoWayGraph::Edge& edge = graph.edges[e];
    is_odd[edge.a] ^= parity.is_odd[e];
    is_odd[edge.b] ^= parity.is_odd[e];
    if (parity.is_odd[e] != 0 || parity.is_doubled[e] != 0) parts.Join(edge.a, edge.b);
  }
  return parts.set_count() <= 1 && std::ranges::find(is_odd, 1) == is_odd.end();
}

void MendParity(const TwoWayGraph& graph, WalkParity& parity) {
  std::vector<uint8_t> is_wrong(graph.size(), 0);
  DeadlinePoll poll(graph.deadline, kEdgesPerLook);
  for (uint32_t e = 0; e < graph.edges.size() && !poll.Expired(); ++e) {
    if (parity.is_odd[e] == 0) continue;
    is_wrong[graph.edges[e].a] ^= 1;
    is_wrong[graph.edges[e].b] ^= 1;
  }
  is_wrong[parity.start] ^= 1;
  is_wrong[parity.end] ^= 1;
  std::vector<float> costs;
  for (const TwoWayGraph::Edge& edge : graph.edges)
    costs.push_back(static_cast<float>(std::abs(edge.FlipCost())));
  std::vector<uint8_t> is_in_tree(graph.edges.size(), 0);
  UnionFind trees(graph.size());
  if (poll.ExpiredNow()) return;
  for (const uint32_t e : AscendingOrder(costs, graph.deadline)) {
    if (poll.Expired()) return;
    is_in_tree[e] = trees.Join(graph.edges[e].a, graph.edges[e].b) ? 1 : 0;
  }
  // From the leaves of the tree up.
  std::vector<uint32_t> up(graph.size(), kNoNode);
  std::vector<uint32_t> queue = {parity.start};
  std::vector<uint8_t> is_seen(graph.size(), 0);
  is_seen[parity.start] = 1;
  for (size_t i = 0; i < queue.size(); ++i) {
    if (poll.Expired()) return;
    for (uint32_t k = graph.rows[queue[i]]; k < graph.rows[queue[i] + 1]; ++k) {
      const uint32_t other = graph.edges[graph.incident[k]].Other(queue[i]);
      if (is_in_tree[graph.incident[k]] == 0 || is_seen[other] != 0) continue;
      is_seen[other] = 1;
      up[other] = graph.incident[k];
      queue.push_back(other);
    }
  }
  for (size_t i = queue.size(); i-- > 1;) {
    const uint32_t v = queue[i];
    if (is_wrong[v] == 0) continue;
    parity.is_odd[up[v]] ^= 1;
    is_wrong[graph.edges[up[v]].Other(v)] ^= 1;
  }
}

std::vector<uint32_t> EulerWalk(const TwoWayGraph& graph, const WalkParity& parity) {
  std::vector<uint8_t> left(graph.edges.size());
  for (uint32_t e = 0; e < left.size(); ++e)
    left[e] = static_cast<uint8_t>(parity.is_odd[e] + 2 * parity.is_doubled[e]);
  std::vector<uint32_t> next(graph.rows.begin(), graph.rows.end() - 1);
  std::vector<uint32_t> path = {parity.end};
  std::vector<uint32_t> walk;
  DeadlinePoll poll(graph.deadline, kEdgesPerLook);
  while (!path.empty() && !poll.Expired()) {
    const uint32_t v = path.back();
    while (next[v] < graph.rows[v + 1] && left[graph.incident[next[v]]] == 0) ++next[v];
    if (next[v] == graph.rows[v + 1]) {
      walk.push_back(v);
      path.pop_back();
      continue;
    }
    const uint32_t e = graph.incident[next[v]];
    --left[e];
    path.push_back(graph.edges[e].Other(v));
  }
  return walk;
}

}  // namespace waystone
