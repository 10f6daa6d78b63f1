#include "core/navmesh/hierarchy_distances.h"

#include <algorithm>
#include <limits>

#include "core/base/check.h"

namespace waystone {

void HierarchyDistances::Begin(const HierarchyView& hierarchy) {
  hierarchy_ = hierarchy;
  entries_.clear();
  newest_.Clear();
  target_count_ = 0;
  settled_ = 0;
}

template <typename Visit>
bool HierarchyDistances::Climb(uint32_t direction, std::span<const HierarchySeed> seeds, float limit_m,
                               const HierarchyLimits& limits, const Visit& visit) {
  climb_.Begin(*hierarchy_, {direction, std::nullopt}, seeds);
  for (uint32_t settled = 0; !climb_.IsDone(limit_m); ++settled, ++settled_) {
    if (limits.Forbid(settled)) return false;
    const std::optional<HierarchyClimb::Open> node = climb_.Take();
    if (node && climb_.Expand(*node, limit_m)) visit(node->node, node->cost_m);
  }
  return true;
}

bool HierarchyDistances::AddTarget(std::span<const HierarchySeed> seeds, float limit_m,
                                   const HierarchyLimits& limits) {
  WS_CHECK(target_count_ < kMaxTargets);
  const uint32_t target = target_count_++;
  return Climb(kArcIn, seeds, limit_m, limits, [&](uint32_t node, float cost_m) {
    HierarchyLabel& newest = newest_.At(node);
    entries_.push_back({target, cost_m, newest.parent});
    newest.parent = static_cast<uint32_t>(entries_.size() - 1);
  });
}

bool HierarchyDistances::Measure(std::span<const HierarchySeed> seeds, float limit_m,
                                 const HierarchyLimits& limits, std::span<float> costs_m) {
  WS_CHECK(costs_m.size() == target_count_);
  std::fill(costs_m.begin(), costs_m.end(), std::numeric_limits<float>::infinity());
  return Climb(kArcOut, seeds, limit_m, limits, [&](uint32_t node, float source_m) {
    const HierarchyLabel* newest = newest_.Find(node);
    if (newest == nullptr) return;
    for (uint32_t i = newest->parent; i != kNoHierarchyNode; i = entries_[i].next) {
      const float cost_m = source_m + entries_[i].cost_m;
      float& best_m = costs_m[entries_[i].target];
      if (cost_m < best_m && cost_m < limit_m) best_m = cost_m;
    }
  });
}

}  // namespace waystone
