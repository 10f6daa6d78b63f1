// Dijkstra's search over nodes that are numbers: the open list, the search itself, and a flood of costs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/growing_array.h"
#include "core/base/heap_bytes.h"
#include "core/graph/dary_heap.h"

namespace waystone {

// The cheapest node first, then the one of lower id.
template <typename Cost>
struct OpenNode {
  Cost cost;
  uint32_t node;

  struct IsBefore {
    bool operator()(const OpenNode& a, const OpenNode& b) const {
      return a.cost != b.cost ? a.cost < b.cost : a.node < b.node;
    }
  };
};
template <typename Cost>
using OpenNodes = DaryHeap<OpenNode<Cost>, typename OpenNode<Cost>::IsBefore>;

// One search after another; the caller lists the arcs and decides when to stop:
//
//   BestFirst<double> search;  // one per thread, kept
//   search.Begin(graph.size());
//   search.Reach(start, 0, start);
//   for (uint32_t node = search.Settle(); node != search.kNone && node != goal; node = search.Settle()) {
//     for (const Arc& arc : graph.Of(node)) search.Reach(arc.to, search.CostOf(node) + arc.cost, node);
//   }
//
// Grows to the largest graph so far: 12 bytes per node if Cost is float, 16 if it is double. A short search
// on a large graph is cheap, because stamps tell labels of earlier searches apart. One thread.
template <typename Cost>
class BestFirst {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  // Forgets the last search. O(1), unless the graph is larger than any before.
  void Begin(size_t node_count) {
    if (labels_.size() < node_count) labels_.GrowTo(node_count);
    if (++round_ == 0) {
      labels_.Zero();
      round_ = 1;
    }
    open_.Clear();
  }

  // Records a path to the node of this cost if it is the first or the cheapest so far, and returns whether it
  // is. `before` is the caller's data about the path: usually the node before. REQUIRES: a finite cost.
  bool Lower(uint32_t node, Cost cost, uint32_t before) {
    Label& label = labels_[node];
    if (label.round == round_ && label.cost <= cost) return false;
    label = {cost, before, round_};
    return true;
  }
  // The same, and opens the node. O(log open nodes).
  bool Reach(uint32_t node, Cost cost, uint32_t before) {
    if (!Lower(node, cost, before)) return false;
    open_.Push({cost, node});
    return true;
  }

  // Whether nothing is left to take.
  bool empty() const { return open_.empty(); }
  // The cheapest open node; kNone if it was settled before at less cost. REQUIRES: not empty. O(log open
  // nodes).
  uint32_t Take() {
    const OpenNode<Cost> top = open_.top();
    open_.Pop();
    return top.cost > labels_[top.node].cost ? kNone : top.node;
  }
  // The next node whose cost is final; kNone if all reachable ones were given.
  uint32_t Settle() {
    uint32_t node = kNone;
    while (node == kNone && !open_.empty()) node = Take();
    return node;
  }

  bool IsReached(uint32_t node) const { return labels_[node].round == round_; }
  // REQUIRES (both): the node is reached.
  Cost CostOf(uint32_t node) const { return labels_[node].cost; }
  uint32_t Before(uint32_t node) const { return labels_[node].before; }

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(labels_, open_); }

 private:
  struct Label {
    Cost cost = 0;
    uint32_t before = 0;
    uint32_t round = 0;  // of the search that it belongs to
  };

  uint32_t round_ = 0;
  GrowingArray<Label> labels_;
  OpenNodes<Cost> open_;
};

// Lowers `costs`, of all nodes, by the paths from those in `open`, whose costs are set: infinity means that
// no path is known. `expand(node, cost, reach)` calls `reach(to, cost)` for each arc from the node with the
// cost of the path over it; `reach` says whether that is the cheapest so far. Empties `open`. O(arcs log
// nodes).
template <typename Cost, typename Expand>
void SpreadCosts(std::span<Cost> costs, OpenNodes<Cost>& open, const Expand& expand) {
  const auto reach = [&](uint32_t to, Cost cost) {
    if (!(cost < costs[to])) return false;
    costs[to] = cost;
    open.Push({cost, to});
    return true;
  };
  while (!open.empty()) {
    const auto [cost, node] = open.top();
    open.Pop();
    if (!(cost > costs[node])) expand(node, cost, reach);
  }
}

}  // namespace waystone
