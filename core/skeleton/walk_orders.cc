#include "core/skeleton/walk_orders.h"

namespace waystone {
namespace {

bool IsDone(WalkState& state, uint32_t component, uint32_t enough) {
  return state.WantedIn(component) == 0 || state.wanted_count() <= enough || state.pacer().Expired();
}

// The lowest wanted node of the component to which an arc leads.
WalkNodeId WantedNeighbour(const WalkState& state, WalkNodeId node, uint32_t component) {
  const WalkGraph& graph = state.graph();
  for (uint32_t i = graph.FirstArc(node); i < graph.EndArc(node); ++i) {
    const WalkNodeId target = graph.targets[i];
    if (state.IsWanted(target) && graph.ComponentOf(target) == component) return target;
  }
  return WalkNodeId::None();
}

}  // namespace

void WalkBreadthFirst(WalkState& state, uint32_t enough) {
  const WalkGraph& graph = state.graph();
  const uint32_t component = graph.ComponentOf(state.at());
  while (!IsDone(state, component, enough)) {
    const WalkNodeId node = state.search().NearestInHops(
        state.at(), [&state](WalkNodeId v) { return state.IsWanted(v); },
        [&graph, component](WalkNodeId v) { return graph.ComponentOf(v) == component; }, state.pacer());
    if (node.IsNone()) return;
    state.GoTo(node);
  }
}

void WalkDepthFirst(WalkState& state, uint32_t enough) {
  const WalkGraph& graph = state.graph();
  const uint32_t component = graph.ComponentOf(state.at());
  std::vector<WalkNodeId> branch = {state.at()};  // nodes that may have wanted neighbours, the latest last
  while (!IsDone(state, component, enough)) {
    if (branch.empty()) {  // the rest lies behind key points visited before
      if (!state.GoToNearestWanted()) return;
      branch.push_back(state.at());
      continue;
    }
    const WalkNodeId fork = branch.back();
    const WalkNodeId next = WantedNeighbour(state, fork, component);
    if (next.IsNone()) {
      branch.pop_back();
      continue;
    }
    if (fork != state.at()) {
      const WalkNodeId found = state.search().Nearest(
          state.at(), [fork](WalkNodeId v) { return v == fork; },
          [&graph, component](WalkNodeId v) { return graph.ComponentOf(v) == component; }, state.pacer());
      if (found.IsNone()) return;
      state.GoTo(found);
      continue;  // the path may have passed its last wanted neighbour
    }
    state.StepTo(next);
    branch.push_back(next);
  }
}

}  // namespace waystone
