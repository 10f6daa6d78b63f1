#include "core/waypoint/box_paths.h"

namespace waystone {

BoxPaths::BoxPaths(const WaypointView& graph, uint64_t abilities, const Aabb& box,
                   std::span<const WaypointEnd> ends, absl::FunctionRef<bool(LinkId arc)> is_closed)
    : graph_(graph) {
  struct Arc {
    PolyId from;
    LinkId id;
  };
  for (PolyId node(0); node.value() < graph.size(); ++node) {
    if (box.Contains(graph.Position(node))) nodes_[node] = {};
  }
  std::multimap<PolyId, Arc> arcs;  // by the node that they lead to
  for (const auto& [node, unused] : nodes_) {
    for (LinkId id = graph.FirstArc(node); id < graph.EndArc(node); ++id) {
      const WaypointArc& arc = graph.arc(id);
      const bool may_use = graph.MayUse(arc, abilities) && !is_closed(id);
      if (nodes_.contains(arc.target) && may_use) arcs.insert({arc.target, {node, id}});
    }
  }
  for (const WaypointEnd& end : ends) Reach(end.node, end.cost_m, LinkId::None());
  while (!open_.empty()) {
    const auto [cost_m, node] = *open_.begin();
    open_.erase(open_.begin());
    if (cost_m > nodes_[node].cost_m) continue;
    const auto [first, last] = arcs.equal_range(node);
    for (auto at = first; at != last; ++at) {
      const Arc& arc = at->second;
      Reach(arc.from, cost_m + static_cast<double>(graph.arc(arc.id).cost_m), arc.id);
    }
  }
}

bool BoxPaths::LeadsFrom(PolyId node) const {
  const auto found = nodes_.find(node);
  return found != nodes_.end() && found->second.cost_m < std::numeric_limits<double>::infinity();
}

double BoxPaths::Follow(PolyId node, std::vector<LinkId>& arcs, double& rest_m) const {
  const Node* at = &nodes_.at(node);
  const double cost_m = at->cost_m;
  for (; !at->arc.IsNone(); at = &nodes_.at(graph_.arc(at->arc).target)) arcs.push_back(at->arc);
  rest_m = at->cost_m;
  return cost_m;
}

void BoxPaths::Reach(PolyId node, double cost_m, LinkId arc) {
  const auto found = nodes_.find(node);
  if (found == nodes_.end() || cost_m >= found->second.cost_m) return;
  found->second = {cost_m, arc};
  open_.insert({cost_m, node});
}

}  // namespace waystone
