// Geisberger, Sanders, Schultes, Vetter, "Exact routing in large road networks using contraction
// hierarchies" (2012). A node is not expanded where a node above it is reached and leads down to it at less
// cost (stall on demand): no cheapest way climbs through it.
#include "core/navmesh/hierarchy_climb.h"

#include <algorithm>
#include <limits>

namespace waystone {
namespace {

constexpr float kInfinite = std::numeric_limits<float>::infinity();
constexpr double kRounding = 1e-5;  // share of a length that sums in float32 may lack

}  // namespace

void HierarchyLabels::Clear() {
  for (const uint32_t slot : used_) slots_[slot].node = kNoHierarchyNode;
  used_.clear();
}

HierarchyLabel& HierarchyLabels::At(uint32_t node) {
  size_t slot = SlotOf(node);
  if (slots_[slot].node == node) return slots_[slot];
  if (used_.size() * 2 >= slots_.size()) {
    Grow();
    slot = SlotOf(node);
  }
  used_.push_back(static_cast<uint32_t>(slot));
  slots_[slot] = {node, kInfinite, -1, kNoHierarchyNode, 0};
  return slots_[slot];
}

void HierarchyLabels::Grow() {
  std::vector<HierarchyLabel> old(slots_.size() * 2, kEmpty);
  old.swap(slots_);
  for (uint32_t& index : used_) {
    const HierarchyLabel& label = old[index];
    const size_t slot = SlotOf(label.node);
    slots_[slot] = label;
    index = static_cast<uint32_t>(slot);
  }
}

void HierarchyClimb::Begin(const HierarchyView& hierarchy, const HierarchyAim& aim,
                           std::span<const HierarchySeed> seeds) {
  hierarchy_ = hierarchy;
  aim_ = aim;
  labels_.Clear();
  open_.Clear();
  for (const HierarchySeed& seed : seeds) Reach(seed.node, seed.cost_m, kNoHierarchyNode, 0, kInfinite);
}

void HierarchyClimb::Reach(uint32_t node, float cost_m, uint32_t parent, uint32_t arc, float limit_m) {
  HierarchyLabel& label = labels_.At(node);
  if (label.cost_m <= cost_m) return;
  if (label.left_m < 0) {
    const RouteNode& at = hierarchy_->node(node);
    const double line_m = aim_.aim.has_value() ? Distance({at.x, at.z}, *aim_.aim) : 0;
    label.left_m = static_cast<float>(line_m * (1 - kRounding));
  }
  label.cost_m = cost_m;
  label.parent = parent;
  label.arc = arc;
  if (cost_m + label.left_m < limit_m) open_.Push({cost_m + label.left_m, cost_m, node});
}

std::optional<HierarchyClimb::Open> HierarchyClimb::Take() {
  const Open top = open_.top();
  open_.Pop();
  if (top.cost_m > labels_.Find(top.node)->cost_m) return std::nullopt;
  return top;
}

bool HierarchyClimb::IsStalled(std::span<const HierarchyArc> row, float cost_m) const {
  const uint32_t down = kArcOut + kArcIn - aim_.climbs;
  return std::any_of(row.begin(), row.end(), [&](const HierarchyArc& arc) {
    if ((arc.directions() & down) == 0 || arc.cost_m >= cost_m) return false;
    const HierarchyLabel* above = labels_.Find(arc.node());
    return above != nullptr && above->cost_m + arc.cost_m < cost_m;
  });
}

bool HierarchyClimb::Expand(const Open& node, float limit_m) {
  const std::span<const HierarchyArc> row = hierarchy_->ArcsOf(node.node);
  // The memory that is waited for most: asked for all at once.
  for (const HierarchyArc& arc : row) __builtin_prefetch(&hierarchy_->node(arc.node()));
  if (!open_.empty()) __builtin_prefetch(hierarchy_->ArcsOf(open_.top().node).data());
  if (IsStalled(row, node.cost_m)) return false;
  uint32_t arc_index = hierarchy_->FirstArc(node.node);
  for (const HierarchyArc& arc : row) {
    if ((arc.directions() & aim_.climbs) != 0) {
      Reach(arc.node(), node.cost_m + arc.cost_m, node.node, arc_index, limit_m);
    }
    ++arc_index;
  }
  return true;
}

}  // namespace waystone
