#include "bake/grid/pruned_search.h"

#include <algorithm>

namespace waystone {
namespace {

constexpr int64_t kFar = INT64_MAX / 2;

}  // namespace

PrunedSearch::PrunedSearch(const CornerGraph& graph, const std::vector<std::vector<HubEntry>>& labels)
    : graph_(graph), hubs_(labels), labels_(graph.size()), from_source_(graph.size(), kFar) {}

bool PrunedSearch::IsCovered(uint32_t corner, int64_t length) {
  const std::vector<HubEntry>& hubs = hubs_[corner];
  const auto is_as_short = [&](const HubEntry& hub) {
    return from_source_[hub.hub] + ExactLength(hub.cardinal, hub.diagonal) <= length;
  };
  const auto found = std::find_if(hubs.begin(), hubs.end(), is_as_short);
  steps_ += static_cast<uint64_t>(found - hubs.begin());
  return found != hubs.end();
}

void PrunedSearch::Expand(uint32_t corner, uint32_t index) {
  const Label from = labels_[corner];
  steps_ += graph_.SightsOf(corner).size();
  for (const uint32_t next : graph_.SightsOf(corner)) {
    const GridSteps step = OctileSteps(graph_.cells[corner], graph_.cells[next]);
    const int64_t length = from.length + ExactLength(step.cardinal, step.diagonal);
    Label& label = labels_[next];
    if (label.generation == generation_ && label.length <= length) continue;
    label = {generation_,
             index,
             length,
             {from.steps.cardinal + step.cardinal, from.steps.diagonal + step.diagonal}};
    open_.Push({length, next});
  }
}

std::span<const ReachedCorner> PrunedSearch::Run(uint32_t source) {
  for (const HubEntry& hub : hubs_[source]) from_source_[hub.hub] = ExactLength(hub.cardinal, hub.diagonal);
  ++generation_;
  reached_.clear();
  open_.Clear();
  labels_[source] = {generation_, kNoParent, 0, {}};
  open_.Push({0, source});
  while (!open_.empty()) {
    const Open top = open_.top();
    open_.Pop();
    const Label& label = labels_[top.corner];
    if (top.length != label.length || IsCovered(top.corner, top.length)) continue;
    reached_.push_back({top.corner, label.parent, label.steps});
    Expand(top.corner, static_cast<uint32_t>(reached_.size() - 1));
  }
  for (const HubEntry& hub : hubs_[source]) from_source_[hub.hub] = kFar;
  return reached_;
}

}  // namespace waystone
