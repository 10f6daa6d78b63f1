#include "core/navmesh/hierarchy_search.h"

#include <algorithm>
#include <limits>

namespace waystone {

bool HierarchySearch::Find(const HierarchyView& hierarchy, const HierarchyEnds& ends,
                           std::span<const HierarchySeed> from, std::span<const HierarchySeed> to,
                           const HierarchyLimits& limits) {
  best_m_ = std::numeric_limits<float>::infinity();
  meeting_ = {};
  settled_ = 0;
  up_.Begin(hierarchy, {kArcOut, ends.goal, ends.least_factor}, from);
  down_.Begin(hierarchy, {kArcIn, ends.start, ends.least_factor}, to);
  for (;;) {
    const bool up_is_done = up_.IsDone(best_m_);
    const bool down_is_done = down_.IsDone(best_m_);
    if (up_is_done && down_is_done) return !meeting_.IsNone();
    if (limits.Forbid(settled_)) return false;
    if (down_is_done || (!up_is_done && up_.bound_m() <= down_.bound_m())) {
      Settle(up_, down_);
    } else {
      Settle(down_, up_);
    }
  }
}

void HierarchySearch::Settle(HierarchyClimb& climb, const HierarchyClimb& other) {
  const std::optional<HierarchyClimb::Open> node = climb.Take();
  if (!node) return;
  ++settled_;
  if (const HierarchyLabel* met = other.Find(node->node); met != nullptr) {
    const float cost_m = node->cost_m + met->cost_m;
    if (cost_m < best_m_ || (cost_m == best_m_ && node->node < meeting_)) {
      best_m_ = cost_m;
      meeting_ = node->node;
    }
  }
  climb.Expand(*node, best_m_);
}

HierarchyNodeId HierarchySearch::ReadPath(const HierarchyView& hierarchy,
                                          std::vector<HierarchyStep>& steps) const {
  steps.clear();
  const auto climb_to = [&](const HierarchyClimb& climb, uint32_t direction) {
    HierarchyNodeId node = meeting_;
    for (HierarchyNodeId parent = climb.Find(node)->parent; !parent.IsNone();
         parent = climb.Find(node)->parent) {
      steps.push_back({hierarchy.FindArc(parent, node, direction), parent, direction == kArcOut});
      node = parent;
    }
    return node;
  };
  climb_to(up_, kArcOut);
  std::reverse(steps.begin(), steps.end());
  return climb_to(down_, kArcIn);
}

}  // namespace waystone
