#include "tests/oracle/weighted_oracle.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

}  // namespace

WeightedOracle::WeightedOracle(const NavmeshView& mesh, const LinkView& links, uint64_t abilities,
                               const GroundCosts& costs, uint32_t parts, std::vector<bool> blocked,
                               std::vector<LinkId> closed, uint64_t floating_areas)
    : mesh_(mesh),
      links_(links),
      abilities_(abilities),
      costs_(costs),
      parts_(parts),
      blocked_(std::move(blocked)),
      closed_(std::move(closed)),
      floating_areas_(floating_areas) {}

bool WeightedOracle::MayTake(uint32_t link) const {
  const NavLink& record = links_.link(LinkId(link));
  return MayUse(record, abilities_) && !IsBlocked(record.end_poly) &&
         std::count(closed_.begin(), closed_.end(), LinkId(link)) == 0;
}

// From the middle of a way on it leads through what it ends in.
double WeightedOracle::CostOf(const NavLink& link) const {
  const PolyId ends[] = {PolyId(link.start_poly), PolyId(link.end_poly)};
  bool floats = false;
  double halves_m = 0;
  for (const PolyId end : ends) {
    floats = floats || (floating_areas_ >> mesh_.poly(end).area & 1) != 0;
    halves_m += costs_.Of(mesh_, end) * LinkCost_m(link) / 2;
  }
  const bool is_way = link.kind == LinkKind::kSwim || link.kind == LinkKind::kFly;
  return floats && is_way ? halves_m : LinkCost_m(link);
}

Vec2 WeightedOracle::PointAt(uint32_t edge, uint32_t i) const {
  const Vec2 a = Vec3(mesh_.EdgeStart(EdgeId(edge))).Plane();
  const Vec2 b = Vec3(mesh_.EdgeEnd(EdgeId(edge))).Plane();
  return a + (b - a) * (static_cast<double>(i) / parts_);
}

// Nodes: point i of half-edge e, crossed, is e * (parts + 1) + i; then the ends of links; then start and
// goal.
double WeightedOracle::Cost(const NavLocation& start, const NavLocation& goal) const {
  const auto edge_count = static_cast<uint32_t>(mesh_.arrays().edges.size());
  const uint32_t per_edge = parts_ + 1;
  const uint32_t first_link = edge_count * per_edge;
  const uint32_t start_node = first_link + links_.size();
  const uint32_t goal_node = start_node + 1;
  std::vector<double> cost(goal_node + 1U, kInfinite);
  using Entry = std::pair<double, uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  const auto relax = [&](uint32_t node, double cost_m) {
    if (cost_m >= cost[node]) return;
    cost[node] = cost_m;
    open.push({cost_m, node});
  };
  relax(start_node, 0);
  while (!open.empty()) {
    const auto [so_far_m, node] = open.top();
    open.pop();
    if (so_far_m > cost[node]) continue;
    if (node == goal_node) return so_far_m;
    Vec2 at = start.point.Plane();
    uint32_t poly = start.poly.value();
    if (node < first_link) {
      at = PointAt(node / per_edge, node % per_edge);
      poly = mesh_.edge(EdgeId(mesh_.edge(EdgeId(node / per_edge)).twin)).poly;
    } else if (node < start_node) {
      const NavLink& link = links_.link(LinkId(node - first_link));
      at = {link.end[0], link.end[2]};
      poly = link.end_poly;
    }
    const double factor = costs_.Of(mesh_, PolyId(poly));
    if (poly == goal.poly.value()) relax(goal_node, so_far_m + factor * Distance(at, goal.point.Plane()));
    const NavPoly& p = mesh_.poly(PolyId(poly));
    for (uint32_t e = p.first_edge; e < p.first_edge + p.edge_count; ++e) {
      if (!IsOpen(mesh_.edge(EdgeId(e)))) continue;
      for (uint32_t i = 0; i < per_edge; ++i) {
        relax(e * per_edge + i, so_far_m + factor * Distance(at, PointAt(e, i)));
      }
    }
    for (uint32_t i = 0; i < links_.size(); ++i) {
      const NavLink& link = links_.link(LinkId(i));
      if (link.start_poly != poly || !MayTake(i)) continue;
      const double walk_m = Distance(at, {link.start[0], link.start[2]});
      relax(first_link + i, so_far_m + factor * walk_m + CostOf(link));
    }
  }
  return kInfinite;
}

}  // namespace waystone
