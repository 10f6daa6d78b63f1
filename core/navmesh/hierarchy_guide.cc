#include "core/navmesh/hierarchy_guide.h"

#include <algorithm>

#include "core/navmesh/hierarchy_route.h"

namespace waystone {

bool HierarchyGuide::Begin(const NavmeshView& mesh, const LinkView& links, const HierarchyView& hierarchy,
                           const NavLocation& goal, const Deadline& deadline, const GroundCosts* costs) {
  mesh_ = &mesh;
  links_ = &links;
  hierarchy_ = hierarchy;
  costs_ = costs;
  goal_ = goal;
  left_.GrowTo(hierarchy.nodes().size());
  of_poly_.GrowTo(mesh.poly_count());
  exits_.clear();
  if (++round_ == 0) {
    left_.Zero();
    of_poly_.Zero();
    round_ = 1;
  }
  FindSeeds(mesh, links, hierarchy, goal, true, seeds_, FactorOf(goal.poly));
  down_.Begin(hierarchy, {kArcIn, std::nullopt}, seeds_);
  const HierarchyLimits limits{.deadline = deadline};
  for (uint32_t settled = 0; !down_.IsDone(kInfinite);) {
    const std::optional<HierarchyClimb::Open> node = down_.Take();
    if (!node) continue;
    if (limits.Forbid(settled++)) return false;
    down_.Expand(*node, kInfinite);
  }
  return true;
}

// Depth first over arcs that climb. They lead in no circle; in a damaged package they may, and then a node that is
// come to again before it is known counts as one from which no path leads on.
float HierarchyGuide::LeftOf(HierarchyNodeId first) {
  const auto is_known = [&](HierarchyNodeId node) { return left_[node.value()].round == round_; };
  const auto push = [&](HierarchyNodeId node) {
    const HierarchyLabel* const label = down_.Find(node);
    stack_.push_back({node, hierarchy_->FirstArc(node), label == nullptr ? kInfinite : label->cost_m});
    left_[node.value()] = {round_, kInfinite};
  };
  if (is_known(first)) return left_[first.value()].left_m;
  push(first);
  while (true) {
    Frame& top = stack_.back();
    const uint32_t end = hierarchy_->FirstArc(HierarchyNodeId(top.node.value() + 1));
    bool has_pushed = false;
    for (; top.next < end; ++top.next) {
      const HierarchyArc& arc = hierarchy_->arcs()[top.next];
      if ((arc.directions() & kArcOut) == 0 || arc.cost_m >= top.best_m) continue;
      if (!is_known(arc.node())) {
        push(arc.node());
        has_pushed = true;
        break;
      }
      top.best_m = std::min(top.best_m, arc.cost_m + left_[arc.node().value()].left_m);
    }
    if (has_pushed) continue;
    const float best_m = top.best_m;
    left_[top.node.value()] = {round_, best_m};
    stack_.pop_back();
    if (stack_.empty()) return best_m;
  }
}

const HierarchyGuide::ExitList& HierarchyGuide::ExitsOf(PolyId poly) {
  ExitList& list = of_poly_[poly.value()];
  if (list.round == round_) return list;
  const auto first = static_cast<uint32_t>(exits_.size());
  // Costs of the seeds do not matter: their distances from a place differ.
  for (const HierarchyNodeId id : hierarchy_->NodesOf(poly)) {
    const RouteNode& node = hierarchy_->node(id);
    if (node.kind() == RouteNodeKind::kOneWayPoint &&
        mesh_->edge(EdgeId(node.index())).poly != poly.value()) {
      continue;
    }
    if (node.kind() == RouteNodeKind::kLink && links_->link(LinkId(node.index())).start_poly != poly.value())
      continue;
    const float left_m = LeftOf(id);
    if (left_m < kInfinite) exits_.push_back({{node.x, node.z}, left_m});
  }
  list = {round_, first, static_cast<uint32_t>(exits_.size()) - first};
  return list;
}

double HierarchyGuide::Left_m(PolyId poly, Vec2 at) {
  const double factor = FactorOf(poly);
  double least_m = kInfinite;
  if (poly == goal_.poly) least_m = factor * Distance(at, goal_.point.Plane());
  const ExitList& list = ExitsOf(poly);
  for (uint32_t i = list.first; i < list.first + list.count; ++i) {
    least_m = std::min(least_m, factor * Distance(at, exits_[i].at) + exits_[i].left_m);
  }
  return least_m;
}

}  // namespace waystone
