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

void HierarchyDistances::AddTarget(std::span<const HierarchySeed> seeds, float limit_m) {
  WS_CHECK(target_count_ < kMaxTargets);
  climb_.Begin(*hierarchy_, {kArcIn, std::nullopt}, seeds);
  while (!climb_.IsDone(limit_m)) {
    const std::optional<HierarchyClimb::Open> node = climb_.Take();
    if (!node) continue;
    ++settled_;
    if (!climb_.Expand(*node, limit_m)) continue;
    HierarchyLabel& newest = newest_.At(node->node);
    entries_.push_back({target_count_, node->cost_m, newest.parent});
    newest.parent = static_cast<uint32_t>(entries_.size() - 1);
  }
  ++target_count_;
}

void HierarchyDistances::Measure(std::span<const HierarchySeed> seeds, float limit_m,
                                 std::span<float> costs_m) {
  WS_CHECK(costs_m.size() == target_count_);
  std::fill(costs_m.begin(), costs_m.end(), std::numeric_limits<float>::infinity());
  climb_.Begin(*hierarchy_, {kArcOut, std::nullopt}, seeds);
  while (!climb_.IsDone(limit_m)) {
    const std::optional<HierarchyClimb::Open> node = climb_.Take();
    if (!node) continue;
    ++settled_;
    if (!climb_.Expand(*node, limit_m)) continue;
    const HierarchyLabel* newest = newest_.Find(node->node);
    if (newest == nullptr) continue;
    for (uint32_t i = newest->parent; i != kNoHierarchyNode; i = entries_[i].next) {
      const float cost_m = node->cost_m + entries_[i].cost_m;
      float& best_m = costs_m[entries_[i].target];
      if (cost_m < best_m && cost_m < limit_m) best_m = cost_m;
    }
  }
}

}  // namespace waystone
