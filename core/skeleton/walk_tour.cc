#include "core/skeleton/walk_tour.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "core/base/deadline_poll.h"
#include "core/skeleton/component_path.h"
#include "core/skeleton/pocket_order.h"
#include "core/skeleton/shortest_order.h"
#include "core/skeleton/walk_improver.h"
#include "core/skeleton/walk_orders.h"
#include "core/skeleton/walk_search.h"
#include "core/skeleton/walk_state.h"

namespace waystone {
namespace {

// With fewer wanted nodes in a component, there is nothing to improve.
constexpr uint32_t kFewestImproved = 4;
constexpr uint32_t kNodesPerLook = 2048;
constexpr uint32_t kSearchesPerLook = 32;
// The time after the budget that a first covering walk, and the last short cuts, may still take.
constexpr std::chrono::milliseconds kGrace(200);

ComponentPath PathOf(const WalkGraph& graph, const std::vector<uint8_t>& is_wanted) {
  std::vector<uint32_t> weights(graph.strong.count, 0);
  DeadlinePoll poll(graph.deadline, kNodesPerLook);
  for (WalkNodeId v(0); v.value() < graph.size() && !poll.Expired(); ++v)
    weights[graph.ComponentOf(v)] += is_wanted[v.value()];
  return BestComponentPath(graph, weights);
}

// [m] Includes the shortest path back to the start, if that counts and there is one.
double LengthOf(const WalkGraph& graph, const std::vector<WalkNodeId>& nodes, bool is_round) {
  double length_m = 0;
  DeadlinePoll poll(graph.deadline, kNodesPerLook);
  for (size_t i = 1; i < nodes.size() && !poll.Expired(); ++i) {
    length_m += static_cast<double>(graph.lengths[graph.ArcBetween(nodes[i - 1], nodes[i])]);
  }
  if (!is_round || nodes.back() == graph.start) return length_m;
  const double back_m = DistancesFrom(graph, {nodes.back()}, false)[graph.start.value()];
  return std::isfinite(back_m) ? length_m + back_m : length_m;
}

// Walks through the components of the path, in each as `visit` does.
template <typename Visit>
std::vector<WalkNodeId> GoThrough(WalkState& state, const ComponentPath& path, uint32_t enough, Visit visit) {
  for (size_t i = 0; i < path.components.size() && state.wanted_count() > enough; ++i) {
    if (i > 0 && !state.GoToComponent(path.components[i])) break;
    if (state.WantedIn(path.components[i]) > 0 && state.wanted_count() > enough) visit();
    if (state.pacer().Expired()) break;
  }
  return state.TakeNodes();
}

uint32_t MostPasses(const TourPlan& plan) {
  return plan.is_timed ? std::numeric_limits<uint32_t>::max() : kUsualPasses;
}

// With several components, each gets one round before any gets more: otherwise the first would use up all the
// time.
std::vector<WalkNodeId> ShortestThrough(const WalkGraph& graph, const ComponentPath& path,
                                        const std::vector<uint8_t>& is_wanted, const TourPlan& plan,
                                        Pacer& budget) {
  const Pacer grace(plan.budget, kGrace, plan.deadline);
  WalkState state(graph, is_wanted, grace);
  const auto improved = std::ranges::count_if(
      path.components, [&state](uint32_t component) { return state.WantedIn(component) >= kFewestImproved; });
  std::vector<WalkNodeId> nodes =
      WalkShortest(state, path, plan, improved > 1 ? 1 : MostPasses(plan), budget);
  if (improved <= 1 || budget.Expired()) return nodes;
  WalkState again(graph, is_wanted, grace);
  std::vector<WalkNodeId> others = WalkShortest(again, path, plan, MostPasses(plan), budget);
  if (again.wanted_count() > state.wanted_count()) return nodes;
  return LengthOf(graph, others, plan.is_round) < LengthOf(graph, nodes, plan.is_round) ? others : nodes;
}

}  // namespace

std::vector<WalkNodeId> MakeTour(const WalkGraph& graph, const std::vector<uint8_t>& is_wanted,
                                 const TourPlan& plan) {
  const ComponentPath path = PathOf(graph, is_wanted);
  Pacer budget(plan.budget);
  WalkState state(graph, is_wanted, budget);
  const uint32_t enough = plan.enough;
  switch (plan.order) {
    case WalkOrder::kBreadthFirst:
      return GoThrough(state, path, enough, [&] { WalkBreadthFirst(state, enough); });
    case WalkOrder::kDepthFirst:
      return GoThrough(state, path, enough, [&] { WalkDepthFirst(state, enough); });
    case WalkOrder::kPocketFirst: {
      PocketOrder pockets(state);
      return GoThrough(state, path, enough, [&] { pockets.Run(enough); });
    }
    case WalkOrder::kShortest:
      break;
  }
  std::vector<WalkNodeId> nodes =
      Shortcut(graph, ShortestThrough(graph, path, is_wanted, plan, budget), is_wanted, budget);
  ImproveOptions options;
  options.is_round = plan.is_round;
  options.is_timed = plan.is_timed;
  options.bound_m = plan.bound_m;
  const std::vector<WalkNodeId> improved = ImproveWalk(graph, nodes, is_wanted, options, budget);
  Pacer grace(plan.budget, kGrace, plan.deadline);
  std::vector<WalkNodeId> shorter = Shortcut(graph, improved, is_wanted, grace);
  return LengthOf(graph, shorter, plan.is_round) < LengthOf(graph, nodes, plan.is_round) ? shorter : nodes;
}

uint64_t MostThatOneWalkVisits(const WalkGraph& graph, const std::vector<uint8_t>& is_wanted) {
  return PathOf(graph, is_wanted).gain;
}

std::vector<WalkNodeId> Shortcut(const WalkGraph& graph, const std::vector<WalkNodeId>& nodes,
                                 std::vector<uint8_t> is_wanted, Pacer& pacer) {
  WalkSearch search(graph);
  std::vector<WalkNodeId> result = {nodes.front()};
  size_t from = 0;  // index in `nodes` that the result has reached
  double length_m = 0;
  DeadlinePoll poll(graph.deadline, kSearchesPerLook);
  for (size_t i = 1; i < nodes.size() && !poll.Expired(); ++i) {
    length_m += static_cast<double>(graph.lengths[graph.ArcBetween(nodes[i - 1], nodes[i])]);
    const WalkNodeId target = nodes[i];
    if (is_wanted[target.value()] == 0) continue;
    const size_t first = result.size();
    // A path around an arc may be shorter than the arc.
    const WalkNodeId found = search.Nearest(
        result.back(), [target](WalkNodeId v) { return v == target; }, [](WalkNodeId) { return true; }, pacer,
        length_m);
    if (!found.IsNone() && search.Distance(found) < length_m) {
      search.AppendPath(target, result);
    } else {
      result.insert(result.end(), nodes.begin() + static_cast<std::ptrdiff_t>(from) + 1,
                    nodes.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
    for (size_t k = first; k < result.size(); ++k) is_wanted[result[k].value()] = 0;
    from = i;
    length_m = 0;
  }
  return result;
}

}  // namespace waystone
