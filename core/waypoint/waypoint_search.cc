// The bounds are consistent, but for the rounding of sums: a node that is reached more cheaply after its
// expansion, because of rounding, is expanded again.
#include "core/waypoint/waypoint_search.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/path/search_trace.h"
#include "core/waypoint/landmark_bound.h"

namespace waystone {
namespace {

constexpr uint64_t kPollInterval = 256;  // [expansions]
constexpr double kInfinite = std::numeric_limits<double>::infinity();

std::vector<PolyId> NodesOf(std::span<const WaypointEnd> ends) {
  std::vector<PolyId> nodes;
  nodes.reserve(ends.size());
  for (const WaypointEnd& end : ends) nodes.push_back(end.node);
  return nodes;
}

}  // namespace

class WaypointSearch {
 public:
  WaypointSearch(const WaypointView& graph, const WaypointQuery& query, WaypointWorkspace& workspace)
      : graph_(graph), query_(query), ws_(workspace), bound_(graph, NodesOf(query.goals)) {
    for (size_t i = 0; i < graph.needs().size(); ++i) {
      may_use_[i] = (graph.needs()[i] & ~query.abilities) == 0;
    }
    if (ws_.states_.size() < graph.size()) ws_.states_.resize(graph.size());
    if (++ws_.generation_ == 0) {
      std::fill(ws_.states_.begin(), ws_.states_.end(), WaypointWorkspace::State{});
      ws_.generation_ = 1;
    }
    ws_.heap_.Clear();
  }

  WaypointPath Run() {
    for (const WaypointEnd& goal : query_.goals) Touch(goal.node).is_goal = true;
    for (size_t i = 0; i < query_.starts.size(); ++i) {
      const WaypointEnd& start = query_.starts[i];
      Reach(start.node, start.cost_m, static_cast<uint32_t>(i), start.node, true);
    }
    while (!ws_.heap_.empty() && ws_.heap_.top().least_m < best_m_) {
      const WaypointWorkspace::Open open = ws_.heap_.top();
      ws_.heap_.Pop();
      if (open.cost_m > ws_.states_[open.node.value()].cost_m) continue;
      if (path_.expanded >= query_.max_expansions) return End(SearchOutcome::kExpansionLimit);
      if (path_.expanded % kPollInterval == 0 && query_.deadline.Expired()) {
        return End(LateOutcome(query_.deadline));
      }
      ++path_.expanded;
      if (SearchTrace::IsOn()) SearchTrace::Add(graph_.Position(open.node));
      Expand(open.node, open.cost_m);
    }
    return End(was_cut_ ? SearchOutcome::kCostLimit : SearchOutcome::kExhausted);
  }

 private:
  WaypointWorkspace::State& Touch(PolyId node) {
    WaypointWorkspace::State& state = ws_.states_[node.value()];
    if (state.generation != ws_.generation_) {
      state = {kInfinite, 0, {}, ws_.generation_, false, false};
    }
    return state;
  }

  void Expand(PolyId node, double cost_m) {
    for (LinkId i = graph_.FirstArc(node); i < graph_.EndArc(node); ++i) {
      const WaypointArc& arc = graph_.arc(i);
      if (!may_use_[arc.needs]) continue;
      if (query_.is_closed != nullptr && (*query_.is_closed)(i)) continue;
      Reach(arc.target, cost_m + arc.cost_m, i.value(), node, false);
    }
  }

  void Reach(PolyId node, double cost_m, uint32_t by, PolyId before, bool is_start) {
    WaypointWorkspace::State& state = Touch(node);
    if (cost_m >= state.cost_m) return;
    state.cost_m = cost_m;
    state.by = by;
    state.before = before;
    state.is_start = is_start;
    const double rest_m = query_.goals.empty() ? 0 : bound_.From(node);
    if (rest_m == kInfinite) return;
    const double least_m = cost_m + rest_m;
    if (least_m > query_.max_cost_m) {
      was_cut_ = true;
      return;
    }
    if (state.is_goal) Arrive(node, cost_m);
    if (least_m < best_m_) ws_.heap_.Push({least_m, cost_m, node});
  }

  void Arrive(PolyId node, double cost_m) {
    for (size_t i = 0; i < query_.goals.size(); ++i) {
      if (query_.goals[i].node != node) continue;
      const double whole_m = cost_m + query_.goals[i].cost_m;
      if (whole_m > query_.max_cost_m) was_cut_ = true;
      if (whole_m > query_.max_cost_m || whole_m >= best_m_) continue;
      best_m_ = whole_m;
      path_.goal = i;
    }
  }

  WaypointPath End(SearchOutcome otherwise) {
    path_.outcome = otherwise;
    if (best_m_ == kInfinite) return std::move(path_);
    // If a limit ended the search, the path may not be the cheapest.
    if (!IsCut(otherwise)) path_.outcome = SearchOutcome::kFound;
    WaypointPath path = ws_.PathTo(query_.goals[path_.goal].node);
    path_.arrives = true;
    path_.cost_m = best_m_;
    path_.start = path.start;
    path_.arcs = std::move(path.arcs);
    return std::move(path_);
  }

  const WaypointView& graph_;
  const WaypointQuery& query_;
  WaypointWorkspace& ws_;
  const LandmarkBound bound_;
  std::array<bool, kMaxWaypointNeeds> may_use_{};
  WaypointPath path_;
  double best_m_ = kInfinite;
  bool was_cut_ = false;  // paths that cost too much were dropped
};

WaypointPath WaypointWorkspace::PathTo(PolyId node) const {
  WaypointPath path;
  const State* at = &states_[node.value()];
  path.cost_m = at->cost_m;
  for (; !at->is_start; at = &states_[at->before.value()]) path.arcs.emplace_back(at->by);
  path.start = at->by;
  std::reverse(path.arcs.begin(), path.arcs.end());
  return path;
}

WaypointPath FindWaypointPath(const WaypointView& graph, const WaypointQuery& query,
                              WaypointWorkspace& workspace) {
  return WaypointSearch(graph, query, workspace).Run();
}

}  // namespace waystone
