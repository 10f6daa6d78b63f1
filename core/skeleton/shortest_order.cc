#include "core/skeleton/shortest_order.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "core/base/deadline_poll.h"
#include "core/graph/best_first.h"
#include "core/skeleton/fork_graph.h"
#include "core/skeleton/parity_search.h"
#include "core/skeleton/pocket_order.h"

namespace waystone {
namespace {

// Passes before the end of a walk is opened, if no round walk was baked.
constexpr uint32_t kPassesBeforeOpening = 2;
// The search stops after this many passes in a row that each gain less than this share of the walk.
constexpr uint32_t kIdlePasses = 3;
constexpr double kIdleShare = 1e-4;

void ImproveInPasses(const TwoWayGraph& graph, ParitySearch& search, uint32_t passes, Pacer& pacer) {
  double least_m = 0;
  for (const TwoWayGraph::Edge& edge : graph.edges)
    least_m += kIdleShare * static_cast<double>(edge.length_m);
  uint32_t idle = 0;
  for (uint32_t pass = 0; pass < passes && idle < kIdlePasses && !pacer.Expired(); ++pass) {
    idle = search.Improve(pacer) > least_m ? 0 : idle + 1;
  }
}

// [m] From each node to the nearest node with an arc into the next component.
std::vector<double> PathsOut(const WalkGraph& graph, const TwoWayGraph& pairs, uint32_t next) {
  std::vector<double> distances(pairs.size(), std::numeric_limits<double>::infinity());
  OpenNodes<double> open;
  for (uint32_t v = 0; v < pairs.size(); ++v) {
    for (uint32_t i = graph.FirstArc(pairs.nodes[v]); i < graph.EndArc(pairs.nodes[v]); ++i) {
      if (graph.ComponentOf(graph.targets[i]) != next) continue;
      distances[v] = std::min(distances[v], static_cast<double>(graph.lengths[i]));
    }
    if (distances[v] < std::numeric_limits<double>::infinity()) open.Push({distances[v], v});
  }
  SpreadCosts(std::span(distances), open, [&](uint32_t node, double distance_m, const auto& reach) {
    for (uint32_t k = pairs.rows[node]; k < pairs.rows[node + 1]; ++k) {
      const TwoWayGraph::Edge& edge = pairs.edges[pairs.incident[k]];
      reach(edge.Other(node), distance_m + static_cast<double>(edge.length_m));
    }
  });
  return distances;
}

// The costs of the nodes that are forks.
std::vector<double> AtForks(const TwoWayGraph& graph, const ForkGraph& forks,
                            const std::vector<double>& costs_m) {
  std::vector<double> result_m;
  if (costs_m.empty()) return result_m;
  constexpr uint32_t kNodesPerLook = 2048;
  DeadlinePoll poll(graph.deadline, kNodesPerLook);
  for (const WalkNodeId node : forks.graph.nodes) {
    if (poll.Expired()) break;
    result_m.push_back(costs_m[graph.NodeOf(node)]);
  }
  return result_m;
}

class ShortestWalk {
 public:
  ShortestWalk(WalkState& state, const ComponentPath& path, const TourPlan& plan, uint32_t passes,
               Pacer& budget)
      : state_(state),
        graph_(state.graph()),
        path_(path),
        plan_(plan),
        passes_(passes),
        budget_(budget),
        graphs_(graph_),
        pockets_(state) {}

  std::vector<WalkNodeId> Run() {
    for (size_t i = 0; i < path_.components.size() && state_.wanted_count() > plan_.enough; ++i) {
      if (i > 0 && !state_.GoToComponent(path_.components[i])) break;
      if (state_.WantedIn(path_.components[i]) > 0) Cover(i);
      if (state_.WantedIn(path_.components[i]) > 0) break;  // even the grace period is over
    }
    return state_.TakeNodes();
  }

 private:
  bool IsLate() const { return graph_.deadline.Expired(); }

  void Cover(size_t i) {
    if (state_.pacer().Expired()) return;
    const uint32_t component = path_.components[i];
    const bool is_last = i + 1 == path_.components.size();
    const TwoWayGraph pairs =
        is_last ? graphs_.MakePruned(component, state_.wanted(), state_.at()) : graphs_.Make(component);
    if (IsLate()) return;
    if (!pairs.IsConnected()) {
      pockets_.Run(plan_.enough);
      return;
    }
    std::vector<double> end_costs_m;
    if (!is_last) {
      end_costs_m = PathsOut(graph_, pairs, path_.components[i + 1]);
    } else if (!plan_.is_round) {
      end_costs_m.assign(pairs.size(), 0);
    }
    if (IsLate()) return;
    const bool is_round = end_costs_m.empty();
    const uint32_t start = pairs.NodeOf(state_.at());
    const ForkGraph forks = MakeForkGraph(pairs, start, state_.wanted());
    if (IsLate()) return;
    std::vector<double> at_forks_m = AtForks(pairs, forks, end_costs_m);
    if (IsLate()) return;
    ParitySearch search(forks.graph, std::move(at_forks_m), forks.graph.NodeOf(state_.at()));
    if (!search.BeginBaked()) {
      search.BeginAnew();
      if (!is_round) ImproveInPasses(forks.graph, search, std::min(passes_, kPassesBeforeOpening), budget_);
    }
    if (IsLate()) return;
    if (!is_round) search.Open(budget_);
    ImproveInPasses(forks.graph, search, passes_, budget_);
    if (IsLate()) return;
    const WalkParity parity = forks.Expand(pairs, search.parity());
    if (IsLate()) return;
    std::vector<WalkNodeId> nodes;
    for (const uint32_t v : EulerWalk(pairs, parity)) nodes.push_back(pairs.nodes[v]);
    if (!IsLate()) state_.Follow(nodes);
  }

  WalkState& state_;
  const WalkGraph& graph_;
  const ComponentPath& path_;
  const TourPlan& plan_;
  const uint32_t passes_;
  Pacer& budget_;
  const TwoWayGraphs graphs_;
  PocketOrder pockets_;
};

}  // namespace

std::vector<WalkNodeId> WalkShortest(WalkState& state, const ComponentPath& path, const TourPlan& plan,
                                     uint32_t passes, Pacer& budget) {
  return ShortestWalk(state, path, plan, passes, budget).Run();
}

WalkParity ShortestRound(const TwoWayGraph& graph, uint32_t passes, Pacer& pacer) {
  const std::vector<uint8_t> all(graph.nodes.empty() ? 0 : graph.nodes.back().value() + size_t{1}, 1);
  const ForkGraph forks = MakeForkGraph(graph, 0, all);
  ParitySearch search(forks.graph, {}, 0);
  search.BeginAnew();
  ImproveInPasses(forks.graph, search, passes, pacer);
  return forks.Expand(graph, search.parity());
}

}  // namespace waystone
