// The yardstick of searches over graphs of waypoints.
#pragma once

#include <cstdint>
#include <vector>

#include "core/waypoint/waypoint_view.h"

namespace waystone {

// Dijkstra's algorithm with a binary heap, and costs that a generation stamp makes infinite; it ends when the
// goal is settled. Over all arcs. The view outlives it. One thread.
class PlainDijkstra {
 public:
  explicit PlainDijkstra(const WaypointView& graph) : graph_(graph), nodes_(graph.size()) {}

  // [m] cost of the cheapest path; infinite if there is none. REQUIRES: nodes of the graph.
  double CostOf(PolyId start, PolyId goal);
  // Nodes, of the last call.
  uint64_t expanded() const { return expanded_; }

 private:
  struct Node {
    double cost_m = 0;
    uint32_t generation = 0;
  };
  struct Open {
    double cost_m;
    PolyId node;
  };
  struct IsLater {
    bool operator()(const Open& a, const Open& b) const { return a.cost_m > b.cost_m; }
  };

  void Reach(PolyId node, double cost_m);

  const WaypointView& graph_;
  std::vector<Node> nodes_;
  std::vector<Open> open_;
  uint32_t generation_ = 0;
  uint64_t expanded_ = 0;
};

}  // namespace waystone
