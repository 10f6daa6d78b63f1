// Shortest paths on a WalkGraph.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/graph/best_first.h"
#include "core/skeleton/walk_graph.h"

namespace waystone {

// Runs many searches from the nodes of one graph; a short search costs little on a large graph. One owner,
// one thread; the graph must outlive it.
class WalkSearch {
 public:
  explicit WalkSearch(const WalkGraph& graph) : graph_(graph) {}

  // The nearest node to `source`, other than itself, that `is_wanted`, over arcs that `may_enter` (of the
  // target) allows, within `limit_m`; ties to the lowest node. kNoNode if there is none, or `pacer` has
  // expired. Dijkstra. May call `is_wanted` twice for a node; the last time its distance is known.
  template <typename IsWanted, typename MayEnter>
  uint32_t Nearest(uint32_t source, IsWanted is_wanted, MayEnter may_enter, Pacer& pacer,
                   double limit_m = std::numeric_limits<double>::infinity());

  // The same in hops: breadth-first.
  template <typename IsWanted, typename MayEnter>
  uint32_t NearestInHops(uint32_t source, IsWanted is_wanted, MayEnter may_enter, Pacer& pacer);

  // Visits the source, and what it can reach, by distance, ties by node: `visit` gets the node and its
  // distance [m], and returns false to stop. Ends early when `pacer` expires. Dijkstra.
  template <typename Visit>
  void Flood(uint32_t source, Visit visit, Pacer& pacer);

  // [m] To the node that Nearest found.
  double Distance(uint32_t node) const { return search_.CostOf(node); }
  // Appends the nodes of the path to `node` that the last search found, except its source.
  void AppendPath(uint32_t node, std::vector<uint32_t>& nodes) const;

 private:
  static_assert(BestFirst<double>::kNone == kNoNode);

  const WalkGraph& graph_;
  BestFirst<double> search_;
  std::vector<uint32_t> queue_;
};

// [m] From `source` to every node, or with `is_backward` from every node to it; infinite if there is no path.
std::vector<double> DistancesFrom(const WalkGraph& graph, const std::vector<uint32_t>& sources,
                                  bool is_backward);

template <typename IsWanted, typename MayEnter>
uint32_t WalkSearch::Nearest(uint32_t source, IsWanted is_wanted, MayEnter may_enter, Pacer& pacer,
                             double limit_m) {
  search_.Begin(graph_.size());
  // Often the shortest arc leads to a wanted node; then nothing is nearer.
  OpenNode<double> nearest{limit_m, kNoNode};
  for (uint32_t i = graph_.rows[source]; i < graph_.rows[source + 1]; ++i) {
    const OpenNode<double> near{static_cast<double>(graph_.lengths[i]), graph_.targets[i]};
    if (may_enter(near.node) && OpenNode<double>::IsBefore()(near, nearest)) nearest = near;
  }
  search_.Reach(source, 0, source);
  if (nearest.node != kNoNode && is_wanted(nearest.node)) {
    search_.Lower(nearest.node, nearest.cost, source);
    return nearest.node;
  }
  for (uint32_t node = search_.Settle(); node != kNoNode; node = search_.Settle()) {
    if (node != source && is_wanted(node)) return node;
    if (pacer.Expired()) return kNoNode;
    const double here_m = search_.CostOf(node);
    for (uint32_t i = graph_.rows[node]; i < graph_.rows[node + 1]; ++i) {
      const double distance_m = here_m + static_cast<double>(graph_.lengths[i]);
      if (distance_m > limit_m || !may_enter(graph_.targets[i])) continue;
      search_.Reach(graph_.targets[i], distance_m, node);
    }
  }
  return kNoNode;
}

template <typename Visit>
void WalkSearch::Flood(uint32_t source, Visit visit, Pacer& pacer) {
  search_.Begin(graph_.size());
  search_.Reach(source, 0, source);
  while (!search_.empty() && !pacer.Expired()) {
    const uint32_t node = search_.Take();
    if (node == kNoNode) continue;
    const double here_m = search_.CostOf(node);
    if (!visit(node, here_m)) return;
    for (uint32_t i = graph_.rows[node]; i < graph_.rows[node + 1]; ++i) {
      search_.Reach(graph_.targets[i], here_m + static_cast<double>(graph_.lengths[i]), node);
    }
  }
}

template <typename IsWanted, typename MayEnter>
uint32_t WalkSearch::NearestInHops(uint32_t source, IsWanted is_wanted, MayEnter may_enter, Pacer& pacer) {
  search_.Begin(graph_.size());
  search_.Lower(source, 0, source);
  queue_.assign(1, source);
  uint32_t found = kNoNode;
  size_t layer_end = 1;
  for (size_t i = 0; i < queue_.size(); ++i) {
    if (i == layer_end) {
      if (found != kNoNode) return found;  // the whole layer has been seen
      layer_end = queue_.size();
    }
    const uint32_t node = queue_[i];
    if (pacer.Expired()) return kNoNode;
    for (uint32_t arc = graph_.rows[node]; arc < graph_.rows[node + 1]; ++arc) {
      const uint32_t target = graph_.targets[arc];
      if (search_.IsReached(target) || !may_enter(target)) continue;
      search_.Lower(target, 0, node);
      queue_.push_back(target);
      if (is_wanted(target) && target < found) found = target;
    }
  }
  return found;
}

}  // namespace waystone
