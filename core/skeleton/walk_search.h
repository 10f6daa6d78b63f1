// Shortest ways on a WalkGraph.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/graph/dary_heap.h"
#include "core/skeleton/walk_graph.h"

namespace waystone {

// Searches again and again from the nodes of one graph; what a search touched is told from what earlier ones
// did by a stamp, so that a short search costs little on a large graph. One owner, one thread; the graph
// outlives it.
class WalkSearch {
 public:
  explicit WalkSearch(const WalkGraph& graph)
      : graph_(graph), stamp_(graph.size(), 0), parent_(graph.size()), distance_(graph.size()) {}

  // The nearest node to `source`, itself left out, that `is_wanted`, over arcs that `may_enter` (of the
  // target) allows, no farther than `limit_m`; ties to the lowest node. kNoNode where there is none, or
  // `pacer` has expired. Dijkstra. A node may be asked about twice; the last time its distance is known.
  template <typename IsWanted, typename MayEnter>
  uint32_t Nearest(uint32_t source, IsWanted is_wanted, MayEnter may_enter, Pacer& pacer,
                   double limit_m = std::numeric_limits<double>::infinity());

  // The same in hops: breadth-first.
  template <typename IsWanted, typename MayEnter>
  uint32_t NearestInHops(uint32_t source, IsWanted is_wanted, MayEnter may_enter, Pacer& pacer);

  // Visits the source, and what it can reach, by distance, ties by node: `visit` is told the node and its
  // distance [m], and returns false to stop. Ends early when `pacer` says so. Dijkstra.
  template <typename Visit>
  void Flood(uint32_t source, Visit visit, Pacer& pacer);

  // [m] to the node that Nearest found.
  double Distance(uint32_t node) const { return distance_[node]; }
  // Appends the nodes of the path to `node` that the last search found, without its source.
  void AppendWay(uint32_t node, std::vector<uint32_t>& nodes) const;

 private:
  struct Item {
    double distance_m;
    uint32_t node;
  };
  struct Less {
    bool operator()(const Item& a, const Item& b) const {
      return a.distance_m != b.distance_m ? a.distance_m < b.distance_m : a.node < b.node;
    }
  };

  void Begin(uint32_t source);
  bool IsSeen(uint32_t node) const { return stamp_[node] == generation_; }
  void See(uint32_t node, uint32_t parent, double distance_m) {
    stamp_[node] = generation_;
    parent_[node] = parent;
    distance_[node] = distance_m;
  }

  const WalkGraph& graph_;
  uint32_t generation_ = 0;
  std::vector<uint32_t> stamp_;
  std::vector<uint32_t> parent_;
  std::vector<double> distance_;
  DaryHeap<Item, Less> heap_;
  std::vector<uint32_t> queue_;
};

// [m] from `source` to every node, or with `is_backward` from every node to it; infinite if no path leads
// there.
std::vector<double> DistancesFrom(const WalkGraph& graph, const std::vector<uint32_t>& sources,
                                  bool is_backward);

template <typename IsWanted, typename MayEnter>
uint32_t WalkSearch::Nearest(uint32_t source, IsWanted is_wanted, MayEnter may_enter, Pacer& pacer,
                             double limit_m) {
  Begin(source);
  // Often the shortest arc leads to a wanted node: then nothing is nearer.
  Item nearest{limit_m, kNoNode};
  for (uint32_t i = graph_.rows[source]; i < graph_.rows[source + 1]; ++i) {
    const Item item{static_cast<double>(graph_.lengths[i]), graph_.targets[i]};
    if (may_enter(item.node) && Less()(item, nearest)) nearest = item;
  }
  if (nearest.node != kNoNode && is_wanted(nearest.node)) {
    See(nearest.node, source, nearest.distance_m);
    return nearest.node;
  }
  heap_.Clear();
  heap_.Push({0, source});
  while (!heap_.empty()) {
    const Item item = heap_.top();
    heap_.Pop();
    if (item.distance_m > distance_[item.node]) continue;
    if (item.node != source && is_wanted(item.node)) return item.node;
    if (pacer.Expired()) return kNoNode;
    for (uint32_t i = graph_.rows[item.node]; i < graph_.rows[item.node + 1]; ++i) {
      const uint32_t target = graph_.targets[i];
      const double distance_m = item.distance_m + static_cast<double>(graph_.lengths[i]);
      if (distance_m > limit_m || !may_enter(target)) continue;
      if (IsSeen(target) && distance_[target] <= distance_m) continue;
      See(target, item.node, distance_m);
      heap_.Push({distance_m, target});
    }
  }
  return kNoNode;
}

template <typename Visit>
void WalkSearch::Flood(uint32_t source, Visit visit, Pacer& pacer) {
  Begin(source);
  heap_.Clear();
  heap_.Push({0, source});
  while (!heap_.empty() && !pacer.Expired()) {
    const Item item = heap_.top();
    heap_.Pop();
    if (item.distance_m > distance_[item.node]) continue;
    if (!visit(item.node, item.distance_m)) return;
    for (uint32_t i = graph_.rows[item.node]; i < graph_.rows[item.node + 1]; ++i) {
      const uint32_t target = graph_.targets[i];
      const double distance_m = item.distance_m + static_cast<double>(graph_.lengths[i]);
      if (IsSeen(target) && distance_[target] <= distance_m) continue;
      See(target, item.node, distance_m);
      heap_.Push({distance_m, target});
    }
  }
}

template <typename IsWanted, typename MayEnter>
uint32_t WalkSearch::NearestInHops(uint32_t source, IsWanted is_wanted, MayEnter may_enter, Pacer& pacer) {
  Begin(source);
  queue_.assign(1, source);
  uint32_t found = kNoNode;
  size_t layer_end = 1;
  for (size_t i = 0; i < queue_.size(); ++i) {
    if (i == layer_end) {
      if (found != kNoNode) return found;  // all of its layer have been seen
      layer_end = queue_.size();
    }
    const uint32_t node = queue_[i];
    if (pacer.Expired()) return kNoNode;
    for (uint32_t arc = graph_.rows[node]; arc < graph_.rows[node + 1]; ++arc) {
      const uint32_t target = graph_.targets[arc];
      if (IsSeen(target) || !may_enter(target)) continue;
      See(target, node, 0);
      queue_.push_back(target);
      if (is_wanted(target) && target < found) found = target;
    }
  }
  return found;
}

}  // namespace waystone
