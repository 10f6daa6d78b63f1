// Paths over waypoints that stay in a box.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "core/geom/aabb.h"
#include "core/waypoint/waypoint_search.h"
#include "core/waypoint/waypoint_view.h"

namespace waystone {

// The cheapest paths from the nodes in a box to a place in it, over nodes in it only: by Dijkstra's
// algorithm, backwards. The graph must outlive it. One thread.
class BoxPaths {
 public:
  // `ends`: nodes from which one walks straight to the place, and the cost of that. O(nodes of the graph),
  // and O(arcs x log arcs) of those in the box.
  BoxPaths(const WaypointView& graph, uint64_t abilities, const Aabb& box, std::span<const WaypointEnd> ends,
           absl::FunctionRef<bool(LinkId arc)> is_closed);

  // Whether a node is in the box and has a path to the place.
  bool LeadsFrom(PolyId node) const;
  // Returns the cost from a node, and appends the arcs; `rest_m` is the cost of the walk after them.
  // REQUIRES: LeadsFrom(node).
  double Follow(PolyId node, std::vector<LinkId>& arcs, double& rest_m) const;

 private:
  struct Node {
    double cost_m = std::numeric_limits<double>::infinity();
    LinkId arc;  // the next one; none: straight to the place
  };

  void Reach(PolyId node, double cost_m, LinkId arc);

  const WaypointView& graph_;
  std::map<PolyId, Node> nodes_;  // those in the box
  std::set<std::pair<double, PolyId>> open_;
};

}  // namespace waystone
