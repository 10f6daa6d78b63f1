#include "tests/answers/truth_graph.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

#include "tests/answers/numbers.h"

namespace waystone::answers {
namespace {

// Float32 costs of links may be less than their length by rounding.
constexpr double kRounding = 1e-4;

}  // namespace

TruthGraph::TruthGraph(const TruthSurface& surface, uint64_t abilities)
    : onward_(surface.polys().size()),
      backward_(surface.polys().size()),
      weak_(surface.polys().size()),
      gates_of_(surface.polys().size()) {
  const auto add = [&](uint32_t from, const Gate& gate) {
    onward_[from].push_back(gate.next);
    backward_[gate.next].push_back(from);
    gates_of_[from].push_back(static_cast<uint32_t>(gates_.size()));
    gates_.push_back(gate);
  };
  for (uint32_t id = 0; id < surface.polys().size(); ++id) {
    const TruthPoly& poly = surface.polys()[id];
    for (const TruthPoly::Side& side : poly.sides) {
      const Vec2 a = poly.corners[side.side].Plane();
      const Vec2 b = poly.corners[(side.side + 1) % poly.corners.size()].Plane();
      for (const Vec2 at : {a, (a + b) * 0.5, b}) add(id, {at, at, 0, side.to});
    }
  }
  for (const TruthLink& link : surface.links()) {
    if ((link.abilities & ~abilities) != 0) continue;
    add(link.from, {link.start.Plane(), link.end.Plane(), link.cost_m, link.to});
    if (link.cost_m < PlaneDistance(link.start, link.end) - kRounding) is_straight_best_ = false;
  }
  for (uint32_t id = 0; id < onward_.size(); ++id) {
    for (const uint32_t next : onward_[id]) {
      const std::vector<uint32_t>& back = onward_[next];
      if (std::find(back.begin(), back.end(), id) == back.end()) is_symmetric_ = false;
    }
  }
  std::vector<bool> seen(onward_.size());
  for (uint32_t first = 0; first < onward_.size(); ++first) {
    if (seen[first]) continue;
    std::vector<uint32_t> open = {first};
    seen[first] = true;
    while (!open.empty()) {
      const uint32_t at = open.back();
      open.pop_back();
      weak_[at] = first;
      for (const auto* list : {&onward_[at], &backward_[at]}) {
        for (const uint32_t next : *list) {
          if (!seen[next]) open.push_back(next);
          seen[next] = true;
        }
      }
    }
  }
}

std::vector<bool> TruthGraph::ReachedFrom(const std::vector<uint32_t>& starts, bool backwards) const {
  const std::vector<std::vector<uint32_t>>& arcs = backwards ? backward_ : onward_;
  std::vector<bool> seen(arcs.size());
  std::vector<uint32_t> open = starts;
  for (const uint32_t start : starts) seen[start] = true;
  while (!open.empty()) {
    const uint32_t at = open.back();
    open.pop_back();
    for (const uint32_t next : arcs[at]) {
      if (!seen[next]) open.push_back(next);
      seen[next] = true;
    }
  }
  return seen;
}

std::vector<double> TruthGraph::UpperBounds(const Vec3& start, const std::vector<uint32_t>& start_polys,
                                            const std::vector<Vec3>& goals,
                                            const std::vector<std::vector<uint32_t>>& goal_polys) const {
  using Waiting = std::pair<double, uint32_t>;  // cost, gate
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> open;
  std::vector<double> costs(gates_.size(), kInfinity);
  const auto walk = [&](double cost_m, Vec2 from, uint32_t poly) {
    for (const uint32_t id : gates_of_[poly]) {
      const double there_m = cost_m + Distance(from, gates_[id].at);
      if (there_m >= costs[id]) continue;
      costs[id] = there_m;
      open.emplace(there_m, id);
    }
  };
  // What has come into a polygon, and where.
  std::vector<double> bounds(goals.size(), kInfinity);
  std::vector<std::vector<uint32_t>> goals_in(onward_.size());
  for (uint32_t i = 0; i < goals.size(); ++i) {
    for (const uint32_t poly : goal_polys[i]) goals_in[poly].push_back(i);
  }
  const auto arrive = [&](double cost_m, Vec2 from, uint32_t poly) {
    for (const uint32_t i : goals_in[poly]) {
      bounds[i] = std::min(bounds[i], cost_m + Distance(from, goals[i].Plane()));
    }
    walk(cost_m, from, poly);
  };
  for (const uint32_t poly : start_polys) arrive(0, start.Plane(), poly);
  while (!open.empty()) {
    const auto [cost_m, id] = open.top();
    open.pop();
    if (cost_m > costs[id]) continue;
    arrive(cost_m + gates_[id].cost_m, gates_[id].leaves_at, gates_[id].next);
  }
  return bounds;
}

}  // namespace waystone::answers
