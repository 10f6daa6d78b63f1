#include "core/skeleton/walk_bound.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace waystone {
namespace {

// So that rounding in sums never lifts the bound above what it bounds.
constexpr double kRounding = 1.0 - 1e-9;

// The graph with all that is known as node 0, directions ignored.
struct Contracted {
  uint32_t node_count = 0;
  std::vector<WalkEdge> edges;  // between different nodes of it
};

Contracted Contract(const WalkGraph& graph, const std::vector<uint8_t>& known) {
  Contracted result;
  result.node_count = 1;
  std::vector<uint32_t> node_of(graph.size(), 0);
  for (uint32_t v = 0; v < graph.size(); ++v) {
    if (known[v] == 0 && v != graph.start) node_of[v] = result.node_count++;
  }
  result.edges = EdgesOf(graph);
  size_t kept = 0;
  for (WalkEdge edge : result.edges) {
    edge.a = node_of[edge.a];
    edge.b = node_of[edge.b];
    if (edge.a != edge.b) result.edges[kept++] = edge;
  }
  result.edges.resize(kept);
  return result;
}

// The lightest forest of `count` edges: the first that Kruskal takes.
double LightestForest(const Contracted& graph, uint32_t count) {
  std::vector<std::pair<float, uint32_t>> order;
  order.reserve(graph.edges.size());
  for (uint32_t i = 0; i < graph.edges.size(); ++i) order.emplace_back(graph.edges[i].Least(), i);
  std::sort(order.begin(), order.end());
  std::vector<uint32_t> parent(graph.node_count);
  std::iota(parent.begin(), parent.end(), 0U);
  const auto root = [&parent](uint32_t v) {
    for (; parent[v] != v; v = parent[v]) parent[v] = parent[parent[v]];
    return v;
  };
  double sum = 0;
  for (const auto& [length_m, index] : order) {
    if (count == 0) break;
    const uint32_t a = root(graph.edges[index].a);
    const uint32_t b = root(graph.edges[index].b);
    if (a == b) continue;
    parent[b] = a;
    sum += static_cast<double>(length_m);
    --count;
  }
  return sum;
}

// Depth-first from node 0; lowest order reached from below tells bridges (Tarjan 1974).
class Bridges {
 public:
  explicit Bridges(const Contracted& graph) : graph_(graph) {
    MakeRows();
    Visit();
  }

  // [m] second crossings that walks which leave out `missed` nodes cannot save.
  double SecondCrossings(uint32_t missed, uint32_t ends) const {
    const uint32_t n = graph_.node_count;
    std::vector<uint32_t> size(n, 1);
    std::vector<double> longest(n, 0);  // [m] of bridges from here down
    std::vector<double> paths;          // that ended at a longer one, or at the start
    std::vector<double> evitable;       // bridges that the missed nodes may lie behind
    double sum = 0;
    for (size_t i = order_.size(); i-- > 1;) {
      const uint32_t v = order_[i];
      const uint32_t up = parent_[v];
      size[up] += size[v];
      if (low_[v] > entered_[up]) {  // a bridge
        const double second_m = static_cast<double>(SecondLength(graph_.edges[parent_edge_[v]]));
        longest[v] += second_m;
        sum += second_m;
        if (size[v] <= missed) evitable.push_back(second_m);
      }
      paths.push_back(std::min(longest[up], longest[v]));
      longest[up] = std::max(longest[up], longest[v]);
    }
    paths.push_back(longest[0]);
    return std::max(0.0, sum - SumOfLargest(paths, ends) - SumOfLargest(evitable, missed));
  }

 private:
  // Crossed twice, it is crossed both ways: then the dearer counts too.
  static float SecondLength(const WalkEdge& edge) {
    return edge.IsTwoWay() ? std::max(edge.there_m, edge.back_m) : edge.Least();
  }

  static double SumOfLargest(std::vector<double>& values, uint32_t count) {
    const size_t kept = std::min<size_t>(count, values.size());
    std::partial_sort(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(kept), values.end(),
                      std::greater<>());
    return std::accumulate(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(kept), 0.0);
  }

  void MakeRows() {
    rows_.assign(graph_.node_count + 1, 0);
    for (const WalkEdge& edge : graph_.edges) {
      ++rows_[edge.a + 1];
      ++rows_[edge.b + 1];
    }
    for (uint32_t v = 0; v < graph_.node_count; ++v) rows_[v + 1] += rows_[v];
    incident_.resize(rows_.back());
    std::vector<uint32_t> next(rows_.begin(), rows_.end() - 1);
    for (uint32_t i = 0; i < graph_.edges.size(); ++i) {
      incident_[next[graph_.edges[i].a]++] = i;
      incident_[next[graph_.edges[i].b]++] = i;
    }
  }

  void Visit() {
    entered_.assign(graph_.node_count, kNoNode);
    low_.assign(graph_.node_count, 0);
    parent_.assign(graph_.node_count, 0);
    parent_edge_.assign(graph_.node_count, kNoNode);
    std::vector<uint32_t> next(rows_.begin(), rows_.end() - 1);
    Enter(0);
    for (uint32_t v = 0;;) {
      if (next[v] == rows_[v + 1]) {
        if (v == 0) return;
        const uint32_t up = parent_[v];
        low_[up] = std::min(low_[up], low_[v]);
        v = up;
        continue;
      }
      const uint32_t edge = incident_[next[v]++];
      if (edge == parent_edge_[v]) continue;
      const uint32_t other = graph_.edges[edge].a == v ? graph_.edges[edge].b : graph_.edges[edge].a;
      if (entered_[other] != kNoNode) {
        low_[v] = std::min(low_[v], entered_[other]);
        continue;
      }
      parent_[other] = v;
      parent_edge_[other] = edge;
      Enter(other);
      v = other;
    }
  }

  void Enter(uint32_t v) {
    entered_[v] = low_[v] = static_cast<uint32_t>(order_.size());
    order_.push_back(v);
  }

  const Contracted& graph_;
  std::vector<uint32_t> rows_;
  std::vector<uint32_t> incident_;
  std::vector<uint32_t> entered_;
  std::vector<uint32_t> low_;
  std::vector<uint32_t> parent_;
  std::vector<uint32_t> parent_edge_;
  std::vector<uint32_t> order_;
};

// The cheapest arcs that lead to `visits` different nodes that need one.
double CheapestArcs(const WalkGraph& graph, const WalkBoundQuery& query) {
  std::vector<float> cheapest;
  for (uint32_t v = 0; v < graph.size(); ++v) {
    if ((*query.known)[v] != 0 || v == graph.start) continue;
    cheapest.push_back(*std::min_element(graph.back_lengths.begin() + graph.back_rows[v],
                                         graph.back_lengths.begin() + graph.back_rows[v + 1]));
  }
  const auto end = cheapest.begin() + query.visits;
  if (end != cheapest.end()) std::nth_element(cheapest.begin(), end, cheapest.end());
  return std::accumulate(cheapest.begin(), end, 0.0);
}

}  // namespace

double WalkLowerBound(const WalkGraph& graph, const WalkBoundQuery& query) {
  if (query.visits == 0) return 0;
  const Contracted contracted = Contract(graph, *query.known);
  const uint32_t missed = contracted.node_count - 1 - query.visits;
  const double forest_m = LightestForest(contracted, query.visits);
  const double crossings_m = Bridges(contracted).SecondCrossings(missed, query.is_round ? 0 : query.walkers);
  return std::max(forest_m + crossings_m, CheapestArcs(graph, query)) * kRounding;
}

}  // namespace waystone
