#include "core/skeleton/walk_graph.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace waystone {
namespace {

class Builder {
 public:
  Builder(const SkeletonView& skeleton, std::span<const uint32_t> closed_links,
          std::span<const uint32_t> source_ids)
      : skeleton_(skeleton), closed_links_(closed_links), source_ids_(source_ids) {}

  WalkGraph BuildFrom(uint32_t start) {
    Reach(start);
    return Build(start);
  }

  WalkGraph BuildWhole() {
    node_of_.assign(skeleton_.size(), 0);
    return Build(0);
  }

 private:
  // Builds the graph of the key points marked in node_of_.
  WalkGraph Build(uint32_t start) {
    WalkGraph graph;
    for (uint32_t k = 0; k < node_of_.size(); ++k) {
      if (node_of_[k] != kNoNode) graph.key_points.push_back(k);
    }
    if (!source_ids_.empty()) {
      std::ranges::sort(graph.key_points,
                        [&](uint32_t a, uint32_t b) { return source_ids_[a] < source_ids_[b]; });
    }
    for (uint32_t node = 0; node < graph.size(); ++node) node_of_[graph.key_points[node]] = node;
    graph.start = graph.size() > 0 ? node_of_[start] : 0;
    AddArcs(graph);
    AddBackArcs(graph);
    graph.is_two_way = graph.rows == graph.back_rows && graph.targets == graph.sources;
    WeakAndStrong parts = FindComponents(graph.view());
    graph.strong = std::move(parts.strong);
    graph.dag = std::move(parts.dag);
    return graph;
  }

  bool IsOpen(const SkeletonArc& arc) const {
    return arc.link == kNoSkeletonLink || closed_links_.empty() ||
           !std::ranges::binary_search(closed_links_, arc.link);
  }

  // Marks in node_of_ the key points that the start can reach.
  void Reach(uint32_t start) {
    node_of_.assign(skeleton_.size(), kNoNode);
    std::vector<uint32_t> queue = {start};
    node_of_[start] = 0;
    while (!queue.empty()) {
      const uint32_t k = queue.back();
      queue.pop_back();
      for (const SkeletonArc& arc : skeleton_.ArcsOf(KeyPointId(k))) {
        if (node_of_[arc.target] != kNoNode || !IsOpen(arc)) continue;
        node_of_[arc.target] = 0;
        queue.push_back(arc.target);
      }
    }
  }

  void AddArcs(WalkGraph& graph) const {
    graph.rows.reserve(graph.size() + 1);
    graph.rows.push_back(0);
    std::vector<uint32_t> row;
    for (const uint32_t k : graph.key_points) {
      const uint32_t first = skeleton_.FirstArc(KeyPointId(k));
      row.resize(skeleton_.ArcsOf(KeyPointId(k)).size());
      std::iota(row.begin(), row.end(), first);
      if (!source_ids_.empty()) {
        std::ranges::stable_sort(row, [&](uint32_t a, uint32_t b) {
          return node_of_[skeleton_.arc(a).target] < node_of_[skeleton_.arc(b).target];
        });
      }
      for (const uint32_t index : row) {
        if (IsOpen(skeleton_.arc(index))) AddArc(graph, skeleton_.arc(index), index);
      }
      graph.rows.push_back(static_cast<uint32_t>(graph.targets.size()));
    }
  }

  void AddArc(WalkGraph& graph, const SkeletonArc& arc, uint32_t index) const {
    const uint32_t target = node_of_[arc.target];
    const bool is_parallel = graph.targets.size() > graph.rows.back() && graph.targets.back() == target;
    if (is_parallel && graph.lengths.back() <= arc.length_m) return;
    if (!is_parallel) {
      graph.targets.push_back(target);
      graph.lengths.push_back(0);
      graph.arcs.push_back(0);
      graph.uses.push_back(0);
    }
    graph.lengths.back() = arc.length_m;
    graph.arcs.back() = index;
    graph.uses.back() = arc.uses;
  }

  static void AddBackArcs(WalkGraph& graph) {
    graph.back_rows.assign(graph.size() + 1, 0);
    for (const uint32_t target : graph.targets) ++graph.back_rows[target + 1];
    for (uint32_t v = 0; v < graph.size(); ++v) graph.back_rows[v + 1] += graph.back_rows[v];
    graph.sources.resize(graph.targets.size());
    graph.back_lengths.resize(graph.targets.size());
    graph.back_uses.resize(graph.targets.size());
    std::vector<uint32_t> next(graph.back_rows.begin(), graph.back_rows.end() - 1);
    for (uint32_t v = 0; v < graph.size(); ++v) {
      for (uint32_t i = graph.rows[v]; i < graph.rows[v + 1]; ++i) {
        const uint32_t slot = next[graph.targets[i]]++;
        graph.sources[slot] = v;
        graph.back_lengths[slot] = graph.lengths[i];
        graph.back_uses[slot] = graph.uses[i];
      }
    }
  }

  const SkeletonView& skeleton_;
  const std::span<const uint32_t> closed_links_;
  const std::span<const uint32_t> source_ids_;
  std::vector<uint32_t> node_of_;  // [key point]
};

}  // namespace

uint32_t WalkGraph::ArcBetween(uint32_t source, uint32_t target) const {
  const auto first = targets.begin() + rows[source];
  const auto end = targets.begin() + rows[source + 1];
  const auto at = std::lower_bound(first, end, target);
  return at != end && *at == target ? static_cast<uint32_t>(at - targets.begin()) : kNoNode;
}

WalkGraph MakeWalkGraph(const SkeletonView& skeleton, KeyPointId start,
                        std::span<const uint32_t> closed_links, std::span<const uint32_t> source_ids) {
  return Builder(skeleton, closed_links, source_ids).BuildFrom(start.value());
}

WalkGraph MakeWholeWalkGraph(const SkeletonView& skeleton) { return Builder(skeleton, {}, {}).BuildWhole(); }

bool WalkEdge::IsTwoWay() const { return std::isfinite(there_m) && std::isfinite(back_m); }

std::vector<WalkEdge> EdgesOf(const WalkGraph& graph) {
  std::vector<WalkEdge> edges;
  edges.reserve(graph.targets.size() / 2 + 1);
  for (uint32_t v = 0; v < graph.size(); ++v) {
    ForEachEdgeAbove(graph, v, [&edges](const WalkEdge& edge) { edges.push_back(edge); });
  }
  return edges;
}

}  // namespace waystone
