#include "core/skeleton/walk_state.h"

namespace waystone {

WalkState::WalkState(const WalkGraph& graph, std::vector<uint8_t> is_wanted, const Pacer& pacer)
    : graph_(graph),
      is_wanted_(std::move(is_wanted)),
      wanted_in_(graph.strong.count, 0),
      nodes_{graph.start},
      pacer_(pacer),
      search_(graph) {
  for (WalkNodeId v(0); v.value() < graph.size(); ++v) {
    if (!IsWanted(v)) continue;
    ++wanted_in_[graph.ComponentOf(v)];
    ++wanted_count_;
  }
  Visit(graph.start);
}

void WalkState::GoTo(WalkNodeId node) {
  const size_t first = nodes_.size();
  search_.AppendPath(node, nodes_);
  for (size_t i = first; i < nodes_.size(); ++i) Visit(nodes_[i]);
}

bool WalkState::GoToNearestWanted() {
  const uint32_t component = graph_.ComponentOf(at());
  if (wanted_in_[component] == 0) return false;
  const WalkNodeId node = search_.Nearest(
      at(), [this](WalkNodeId v) { return IsWanted(v); },
      [this, component](WalkNodeId v) { return graph_.ComponentOf(v) == component; }, pacer_);
  if (node.IsNone()) return false;
  GoTo(node);
  return true;
}

bool WalkState::GoToComponent(uint32_t component) {
  const uint32_t here = graph_.ComponentOf(at());
  const WalkNodeId node = search_.Nearest(
      at(), [this, component](WalkNodeId v) { return graph_.ComponentOf(v) == component; },
      [this, component, here](WalkNodeId v) {
        return graph_.ComponentOf(v) == here || graph_.ComponentOf(v) == component;
      },
      pacer_);
  if (node.IsNone()) return false;
  GoTo(node);
  return true;
}

void WalkState::Follow(std::span<const WalkNodeId> nodes) {
  for (const WalkNodeId node : nodes.subspan(1)) StepTo(node);
}

}  // namespace waystone
