#include "core/navmesh/hierarchy_distances.h"

#include <algorithm>
#include <limits>

#include "core/base/check.h"

namespace waystone {

void HierarchyDistances::Begin(const HierarchyView& hierarchy) {
  hierarchy_ = hierarchy;
  entries_.clear();
  is_sorted_ = false;
  target_count_ = 0;
  settled_ = 0;
}

void HierarchyDistances::AddTarget(std::span<const HierarchySeed> seeds, float limit_m) {
  climb_.Begin(*hierarchy_, {kArcIn, std::nullopt}, seeds);
  while (!climb_.IsDone(limit_m)) {
    const std::optional<HierarchyClimb::Open> node = climb_.Take();
    if (!node) continue;
    ++settled_;
    if (climb_.Expand(*node, limit_m)) entries_.push_back({node->node, target_count_, node->cost_m});
  }
  ++target_count_;
  is_sorted_ = false;
}

void HierarchyDistances::SortEntries() {
  std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    return a.node != b.node ? a.node < b.node : a.target < b.target;
  });
  first_of_node_.Clear();
  for (uint32_t i = 0; i < entries_.size();) {
    const uint32_t node = entries_[i].node;
    HierarchyLabel& range = first_of_node_.At(node);
    range.parent = i;
    while (i < entries_.size() && entries_[i].node == node) ++i;
    range.arc = i;
  }
  is_sorted_ = true;
}

void HierarchyDistances::Measure(std::span<const HierarchySeed> seeds, float limit_m,
                                 std::span<float> costs_m) {
  WS_CHECK(costs_m.size() == target_count_);
  if (!is_sorted_) SortEntries();
  std::fill(costs_m.begin(), costs_m.end(), std::numeric_limits<float>::infinity());
  climb_.Begin(*hierarchy_, {kArcOut, std::nullopt}, seeds);
  while (!climb_.IsDone(limit_m)) {
    const std::optional<HierarchyClimb::Open> node = climb_.Take();
    if (!node) continue;
    ++settled_;
    if (!climb_.Expand(*node, limit_m)) continue;
    const HierarchyLabel* range = first_of_node_.Find(node->node);
    if (range == nullptr) continue;
    for (uint32_t i = range->parent; i < range->arc; ++i) {
      const float cost_m = node->cost_m + entries_[i].cost_m;
      float& best_m = costs_m[entries_[i].target];
      if (cost_m < best_m && cost_m < limit_m) best_m = cost_m;
    }
  }
}

}  // namespace waystone
