#include "bench/waypoint/plain_dijkstra.h"

#include <algorithm>

namespace waystone {

double PlainDijkstra::CostOf(PolyId start, PolyId goal) {
  ++generation_;
  expanded_ = 0;
  open_.clear();
  Reach(start, 0);
  while (!open_.empty()) {
    std::pop_heap(open_.begin(), open_.end(), IsLater());
    const Open open = open_.back();
    open_.pop_back();
    if (open.cost_m > nodes_[open.node.value()].cost_m) continue;
    if (open.node == goal) return open.cost_m;
    ++expanded_;
    for (LinkId i = graph_.FirstArc(open.node); i < graph_.EndArc(open.node); ++i) {
      const WaypointArc& arc = graph_.arc(i);
      Reach(arc.target, open.cost_m + static_cast<double>(arc.cost_m));
    }
  }
  return std::numeric_limits<double>::infinity();
}

void PlainDijkstra::Reach(PolyId node, double cost_m) {
  Node& reached = nodes_[node.value()];
  if (reached.generation == generation_ && reached.cost_m <= cost_m) return;
  reached = {cost_m, generation_};
  open_.push_back({cost_m, node});
  std::push_heap(open_.begin(), open_.end(), IsLater());
}

}  // namespace waystone
