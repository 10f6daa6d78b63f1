#include "core/skeleton/walk_orders.h"

namespace waystone {
namespace {

bool IsDone(WalkState& state, uint32_t component, uint32_t enough) {
  return state.WantedIn(component) == 0 || state.wanted_count() <= enough || state.pacer().Expired();
}

// The lowest wanted node of the component to which an arc leads.
uint32_t WantedNeighbour(const WalkState& state, uint32_t node, uint32_t component) {
  const WalkGraph& graph = state.graph();
  for (uint32_t i = graph.rows[node]; i < graph.rows[node + 1]; ++i) {
    const uint32_t target = graph.targets[i];
    if (state.IsWanted(target) && graph.ComponentOf(target) == component) return target;
  }
  return kNoNode;
}

}  // namespace

void WalkBreadthFirst(WalkState& state, uint32_t enough) {
  const WalkGraph& graph = state.graph();
  const uint32_t component = graph.ComponentOf(state.at());
  while (!IsDone(state, component, enough)) {
    const uint32_t node = state.search().NearestInHops(
        state.at(), [&state](uint32_t v) { return state.IsWanted(v); },
        [&graph, component](uint32_t v) { return graph.ComponentOf(v) == component; }, state.pacer());
    if (node == kNoNode) return;
    state.GoTo(node);
  }
}

void WalkDepthFirst(WalkState& state, uint32_t enough) {
  const WalkGraph& graph = state.graph();
  const uint32_t component = graph.ComponentOf(state.at());
  std::vector<uint32_t> branch = {state.at()};  // nodes that may have wanted neighbours, the latest last
  while (!IsDone(state, component, enough)) {
    if (branch.empty()) {  // the rest lies behind key points visited before
      if (!state.GoToNearestWanted()) return;
      branch.push_back(state.at());
      continue;
    }
    const uint32_t fork = branch.back();
    const uint32_t next = WantedNeighbour(state, fork, component);
    if (next == kNoNode) {
      branch.pop_back();
      continue;
    }
    if (fork != state.at()) {
      const uint32_t found = state.search().Nearest(
          state.at(), [fork](uint32_t v) { return v == fork; },
          [&graph, component](uint32_t v) { return graph.ComponentOf(v) == component; }, state.pacer());
      if (found == kNoNode) return;
      state.GoTo(found);
      continue;  // the path may have passed its last wanted neighbour
    }
    state.StepTo(next);
    branch.push_back(next);
  }
}

}  // namespace waystone
