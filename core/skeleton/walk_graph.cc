#include "core/skeleton/walk_graph.h"

#include <algorithm>
#include <cmath>

#include "core/base/deadline_poll.h"

namespace waystone {
namespace {

constexpr uint32_t kKeyPointsPerLook = 1024;
constexpr uint32_t kFewKeyPoints = 2048;  // up to which no pass over the graph takes long

class Builder {
 public:
  Builder(const SkeletonView& skeleton, const SkeletonChanges& changes, std::span<const uint32_t> source_ids,
          const Deadline& deadline)
      : skeleton_(skeleton),
        changes_(changes),
        source_ids_(source_ids),
        deadline_(deadline),
        poll_(deadline, kKeyPointsPerLook) {}

  WalkGraph BuildFrom(KeyPointId start) {
    Reach(start);
    return Build(start);
  }

  WalkGraph BuildWhole() {
    node_of_.assign(skeleton_.size(), WalkNodeId(0));
    return Build(KeyPointId(0));
  }

 private:
  struct RowArc {
    uint32_t index;
    const SkeletonArc* record;
    float cost_m;
  };

  // Builds the graph of the key points marked in node_of_.
  WalkGraph Build(KeyPointId start) {
    WalkGraph graph;
    graph.deadline = deadline_;
    if (poll_.ExpiredNow()) return StartAlone(start);
    for (KeyPointId k(0); k.value() < node_of_.size(); ++k) {
      if (poll_.Expired()) return StartAlone(start);
      if (!node_of_[k.value()].IsNone()) graph.key_points.push_back(k);
    }
    if (!source_ids_.empty()) {
      std::ranges::sort(graph.key_points, {}, [&](KeyPointId k) { return source_ids_[k.value()]; });
    }
    for (WalkNodeId node(0); node.value() < graph.size(); ++node) {
      if (poll_.Expired()) return StartAlone(start);
      node_of_[graph.key_points[node.value()].value()] = node;
    }
    if (graph.size() > 0) graph.start = node_of_[start.value()];
    if (graph.size() <= kFewKeyPoints) graph.deadline = Deadline();
    if (poll_.ExpiredNow() || !AddArcs(graph) || !AddBackArcs(graph)) return StartAlone(start);
    if (poll_.ExpiredNow()) return StartAlone(start);
    graph.is_two_way = graph.rows == graph.back_rows && graph.targets == graph.sources;
    std::vector<uint32_t> targets;
    targets.reserve(graph.targets.size());
    for (const WalkNodeId target : graph.targets) {
      if (poll_.Expired()) return StartAlone(start);
      targets.push_back(target.value());
    }
    WeakAndStrong parts = FindComponents({graph.rows, targets}, &poll_);
    if (poll_.ExpiredNow()) return StartAlone(start);
    graph.strong = std::move(parts.strong);
    graph.dag = std::move(parts.dag);
    return graph;
  }

  // There is no time for more.
  WalkGraph StartAlone(KeyPointId start) const {
    WalkGraph graph;
    graph.deadline = deadline_;
    graph.key_points = {start};
    graph.rows = graph.back_rows = {0, 0};
    graph.is_two_way = true;
    graph.strong = {1, {0}};
    graph.dag = CsrGraph::FromArcs(1, {});
    return graph;
  }

  // Marks in node_of_ the key points that the start can reach.
  void Reach(KeyPointId start) {
    node_of_.assign(skeleton_.size(), WalkNodeId::None());
    std::vector<KeyPointId> queue = {start};
    node_of_[start.value()] = WalkNodeId(0);
    while (!queue.empty() && !poll_.Expired()) {
      const KeyPointId k = queue.back();
      queue.pop_back();
      ForEachOpenArc(skeleton_, changes_, k,
                     [&](uint32_t /*index*/, const SkeletonArc& arc, float /*cost_m*/) {
                       if (!node_of_[arc.target].IsNone()) return;
                       node_of_[arc.target] = WalkNodeId(0);
                       queue.emplace_back(arc.target);
                     });
    }
  }

  // False if the deadline passed first.
  bool AddArcs(WalkGraph& graph) {
    if (graph.size() > kFewKeyPoints) {  // to move arrays as they grow takes long
      const size_t most = skeleton_.arcs().size();
      graph.targets.reserve(most);
      graph.lengths.reserve(most);
      graph.arcs.reserve(most);
      graph.uses.reserve(most);
    }
    graph.rows.reserve(graph.size() + 1);
    graph.rows.push_back(0);
    std::vector<RowArc> row;
    const auto target_of = [&](const RowArc& arc) { return node_of_[arc.record->target]; };
    for (const KeyPointId k : graph.key_points) {
      if (poll_.Expired()) return false;
      row.clear();
      ForEachOpenArc(skeleton_, changes_, k, [&](uint32_t index, const SkeletonArc& arc, float cost_m) {
        row.push_back({index, &arc, cost_m});
      });
      if (!std::ranges::is_sorted(row, {}, target_of)) std::ranges::stable_sort(row, {}, target_of);
      for (const RowArc& arc : row) AddArc(graph, arc);
      graph.rows.push_back(static_cast<uint32_t>(graph.targets.size()));
    }
    return true;
  }

  void AddArc(WalkGraph& graph, const RowArc& arc) const {
    const WalkNodeId target = node_of_[arc.record->target];
    const bool is_parallel = graph.targets.size() > graph.rows.back() && graph.targets.back() == target;
    if (is_parallel && graph.lengths.back() <= arc.cost_m) return;
    if (!is_parallel) {
      graph.targets.push_back(target);
      graph.lengths.push_back(0);
      graph.arcs.push_back(0);
      graph.uses.push_back(0);
    }
    graph.lengths.back() = arc.cost_m;
    graph.arcs.back() = arc.index;
    graph.uses.back() = arc.record->uses;
  }

  bool AddBackArcs(WalkGraph& graph) {
    graph.back_rows.assign(graph.size() + 1, 0);
    for (const WalkNodeId target : graph.targets) {
      if (poll_.Expired()) return false;
      ++graph.back_rows[target.value() + 1];
    }
    for (uint32_t v = 0; v < graph.size(); ++v) graph.back_rows[v + 1] += graph.back_rows[v];
    graph.sources.resize(graph.targets.size());
    if (poll_.ExpiredNow()) return false;
    graph.back_lengths.resize(graph.targets.size());
    graph.back_uses.resize(graph.targets.size());
    if (poll_.ExpiredNow()) return false;
    std::vector<uint32_t> next(graph.back_rows.begin(), graph.back_rows.end() - 1);
    for (WalkNodeId v(0); v.value() < graph.size(); ++v) {
      if (poll_.Expired()) return false;
      for (uint32_t i = graph.FirstArc(v); i < graph.EndArc(v); ++i) {
        const uint32_t slot = next[graph.targets[i].value()]++;
        graph.sources[slot] = v;
        graph.back_lengths[slot] = graph.lengths[i];
        graph.back_uses[slot] = graph.uses[i];
      }
    }
    return true;
  }

  const SkeletonView& skeleton_;
  const SkeletonChanges& changes_;
  const std::span<const uint32_t> source_ids_;
  const Deadline& deadline_;
  DeadlinePoll poll_;
  std::vector<WalkNodeId> node_of_;  // [key point]
};

}  // namespace

uint32_t WalkGraph::ArcBetween(WalkNodeId source, WalkNodeId target) const {
  const auto first = targets.begin() + FirstArc(source);
  const auto end = targets.begin() + EndArc(source);
  const auto at = std::lower_bound(first, end, target);
  return at != end && *at == target ? static_cast<uint32_t>(at - targets.begin()) : kNoNode;
}

WalkGraph MakeWalkGraph(const SkeletonView& skeleton, KeyPointId start, const SkeletonChanges& changes,
                        std::span<const uint32_t> source_ids, const Deadline& deadline) {
  return Builder(skeleton, changes, source_ids, deadline).BuildFrom(start);
}

WalkGraph MakeWholeWalkGraph(const SkeletonView& skeleton) {
  const SkeletonChanges none;
  const Deadline never;
  return Builder(skeleton, none, {}, never).BuildWhole();
}

bool WalkEdge::IsTwoWay() const { return std::isfinite(there_m) && std::isfinite(back_m); }

uint32_t CountEdges(const WalkGraph& graph) {
  uint32_t count = 0;
  DeadlinePoll poll(graph.deadline, kKeyPointsPerLook);
  for (WalkNodeId v(0); v.value() < graph.size() && !poll.Expired(); ++v)
    ForEachEdgeAbove(graph, v, [&count](const WalkEdge& /*edge*/) { ++count; });
  return count;
}

std::vector<WalkEdge> EdgesOf(const WalkGraph& graph) {
  std::vector<WalkEdge> edges;
  edges.reserve(graph.targets.size() / 2 + 1);
  DeadlinePoll poll(graph.deadline, kKeyPointsPerLook);
  for (WalkNodeId v(0); v.value() < graph.size() && !poll.Expired(); ++v) {
    ForEachEdgeAbove(graph, v, [&edges](const WalkEdge& edge) { edges.push_back(edge); });
  }
  return edges;
}

}  // namespace waystone
