// Shortest paths on a WalkGraph.
#pragma once

#include <cstdint>
#include <limits>
#include <utility>
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
  // target) allows, within `limit_m`; ties to the lowest node. None if there is none, or `pacer` has
  // expired. Dijkstra. May call `is_wanted` twice for a node; the last time its distance is known.
  template <typename IsWanted, typename MayEnter>
  WalkNodeId Nearest(WalkNodeId source, IsWanted is_wanted, MayEnter may_enter, Pacer& pacer,
                     double limit_m = std::numeric_limits<double>::infinity());

  // The same in hops: breadth-first.
  template <typename IsWanted, typename MayEnter>
  WalkNodeId NearestInHops(WalkNodeId source, IsWanted is_wanted, MayEnter may_enter, Pacer& pacer);

  // Visits the source, and what it can reach, by distance, ties by node: `visit` gets the node and its
  // distance [m], and returns false to stop. Ends early when `pacer` expires. Dijkstra.
  template <typename Visit>
  void Flood(WalkNodeId source, Visit visit, Pacer& pacer);

  // [m] To the node that Nearest found.
  double Distance(WalkNodeId node) const { return search_.CostOf(node.value()); }
  // Appends the nodes of the path to `node` that the last search found, except its source.
  void AppendPath(WalkNodeId node, std::vector<WalkNodeId>& nodes) const;

 private:
  static_assert(BestFirst<double>::kNone == WalkNodeId::kNoneValue);

  const WalkGraph& graph_;
  BestFirst<double> search_;
  std::vector<WalkNodeId> queue_;
};

// [m] From `source` to every node, or with `is_backward` from every node to it; infinite if there is no path.
std::vector<double> DistancesFrom(const WalkGraph& graph, const std::vector<WalkNodeId>& sources,
                                  bool is_backward);

template <typename IsWanted, typename MayEnter>
WalkNodeId WalkSearch::Nearest(WalkNodeId source, IsWanted is_wanted, MayEnter may_enter, Pacer& pacer,
                               double limit_m) {
  search_.Begin(graph_.size());
  // Often the shortest arc leads to a wanted node; then nothing is nearer.
  std::pair nearest(limit_m, WalkNodeId::None());
  for (uint32_t i = graph_.FirstArc(source); i < graph_.EndArc(source); ++i) {
    const std::pair near(static_cast<double>(graph_.lengths[i]), graph_.targets[i]);
    if (may_enter(near.second) && near < nearest) nearest = near;
  }
  search_.Reach(source.value(), 0, source.value());
  if (!nearest.second.IsNone() && is_wanted(nearest.second)) {
    search_.Lower(nearest.second.value(), nearest.first, source.value());
    return nearest.second;
  }
  for (WalkNodeId node(search_.Settle()); !node.IsNone(); node = WalkNodeId(search_.Settle())) {
    if (node != source && is_wanted(node)) return node;
    if (pacer.Expired()) return WalkNodeId::None();
    const double here_m = Distance(node);
    for (uint32_t i = graph_.FirstArc(node); i < graph_.EndArc(node); ++i) {
      const double distance_m = here_m + static_cast<double>(graph_.lengths[i]);
      if (distance_m > limit_m || !may_enter(graph_.targets[i])) continue;
      search_.Reach(graph_.targets[i].value(), distance_m, node.value());
    }
  }
  return WalkNodeId::None();
}

template <typename Visit>
void WalkSearch::Flood(WalkNodeId source, Visit visit, Pacer& pacer) {
  search_.Begin(graph_.size());
  search_.Reach(source.value(), 0, source.value());
  while (!search_.empty() && !pacer.Expired()) {
    const WalkNodeId node(search_.Take());
    if (node.IsNone()) continue;
    const double here_m = Distance(node);
    if (!visit(node, here_m)) return;
    for (uint32_t i = graph_.FirstArc(node); i < graph_.EndArc(node); ++i) {
      const double distance_m = here_m + static_cast<double>(graph_.lengths[i]);
      search_.Reach(graph_.targets[i].value(), distance_m, node.value());
    }
  }
}

template <typename IsWanted, typename MayEnter>
WalkNodeId WalkSearch::NearestInHops(WalkNodeId source, IsWanted is_wanted, MayEnter may_enter,
                                     Pacer& pacer) {
  search_.Begin(graph_.size());
  search_.Lower(source.value(), 0, source.value());
  queue_.assign(1, source);
  WalkNodeId found;
  size_t layer_end = 1;
  for (size_t i = 0; i < queue_.size(); ++i) {
    if (i == layer_end) {
      if (!found.IsNone()) return found;  // the whole layer has been seen
      layer_end = queue_.size();
    }
    const WalkNodeId node = queue_[i];
    if (pacer.Expired()) return WalkNodeId::None();
    for (uint32_t arc = graph_.FirstArc(node); arc < graph_.EndArc(node); ++arc) {
      const WalkNodeId target = graph_.targets[arc];
      if (search_.IsReached(target.value()) || !may_enter(target)) continue;
      search_.Lower(target.value(), 0, node.value());
      queue_.push_back(target);
      if (is_wanted(target) && target < found) found = target;
    }
  }
  return found;
}

}  // namespace waystone
