#include "bake/grid/pruned_search.h"

namespace waystone {
namespace {

int64_t LengthOf(const HubEntry& hub) { return ExactLength(hub.cardinal, hub.diagonal); }

}  // namespace

PrunedSearch::PrunedSearch(const CornerGraph& graph, const std::vector<std::vector<HubEntry>>& labels)
    : graph_(graph), hubs_(labels), cover_(graph.size()) {}

bool PrunedSearch::IsCovered(CornerId corner, int64_t length) {
  const std::vector<HubEntry>& hubs = hubs_[corner.value()];
  const auto found = cover_.Find(hubs, length, LengthOf);
  steps_ += static_cast<uint64_t>(found - hubs.begin());
  return found != hubs.end();
}

// REQUIRES: the corner is the last of reached_.
void PrunedSearch::Expand(CornerId corner, int64_t length) {
  const auto index = static_cast<uint32_t>(reached_.size() - 1);
  steps_ += graph_.SightsOf(corner).size();
  for (const CornerId next : graph_.SightsOf(corner)) {
    const GridSteps step = OctileSteps(graph_.cells[corner.value()], graph_.cells[next.value()]);
    search_.Reach(next.value(), length + ExactLength(step.cardinal, step.diagonal), index);
  }
}

std::span<const ReachedCorner> PrunedSearch::Run(CornerId source) {
  cover_.Begin(hubs_[source.value()], LengthOf);
  reached_.clear();
  search_.Begin(graph_.size());
  search_.Reach(source.value(), 0, kNoParent);
  for (CornerId corner(search_.Settle()); !corner.IsNone(); corner = CornerId(search_.Settle())) {
    const int64_t length = search_.CostOf(corner.value());
    if (IsCovered(corner, length)) continue;
    ReachedCorner reached{corner, search_.Before(corner.value()), {}};
    if (reached.parent != kNoParent) {
      const ReachedCorner& parent = reached_[reached.parent];
      const GridSteps step = OctileSteps(graph_.cells[parent.corner.value()], graph_.cells[corner.value()]);
      reached.steps = {parent.steps.cardinal + step.cardinal, parent.steps.diagonal + step.diagonal};
    }
    reached_.push_back(reached);
    Expand(corner, length);
  }
  cover_.End(hubs_[source.value()]);
  return reached_;
}

}  // namespace waystone
