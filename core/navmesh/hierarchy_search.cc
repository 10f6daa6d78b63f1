// Geisberger, Sanders, Schultes, Vetter, "Exact routing in large road networks using contraction
// hierarchies" (2012). A node is not expanded where a node above it is reached and leads down to it at less
// cost (stall on demand): no cheapest way climbs through it.
#include "core/navmesh/hierarchy_search.h"

#include <algorithm>
#include <limits>

namespace waystone {
namespace {

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
  slots_[slot] = {node, std::numeric_limits<float>::infinity(), -1, kNoHierarchyNode, 0};
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

void HierarchySearch::Begin(const HierarchyView& hierarchy, std::span<const HierarchySeed> seeds,
                            Side& side) {
  side.labels.Clear();
  side.open.Clear();
  for (const HierarchySeed& seed : seeds) Reach(hierarchy, seed.node, seed.cost_m, kNoHierarchyNode, 0, side);
}

void HierarchySearch::Reach(const HierarchyView& hierarchy, uint32_t node, float cost_m, uint32_t parent,
                            uint32_t arc, Side& side) {
  HierarchyLabel& label = side.labels.At(node);
  if (label.cost_m <= cost_m) return;
  if (label.left_m < 0) {
    const RouteNode& at = hierarchy.node(node);
    const double line_m = side.line_is_least ? Distance({at.x, at.z}, side.other_end) : 0;
    label.left_m = static_cast<float>(line_m * (1 - kRounding));
  }
  label.cost_m = cost_m;
  label.parent = parent;
  label.arc = arc;
  if (cost_m + label.left_m < best_m_) side.open.Push({cost_m + label.left_m, cost_m, node});
}

bool HierarchySearch::Find(const HierarchyView& hierarchy, const HierarchyEnds& ends,
                           std::span<const HierarchySeed> from, std::span<const HierarchySeed> to) {
  best_m_ = std::numeric_limits<float>::infinity();
  meeting_ = kNoHierarchyNode;
  settled_ = 0;
  sides_[0].climbs = kArcOut;
  sides_[0].other_end = ends.goal;
  sides_[1].climbs = kArcIn;
  sides_[1].other_end = ends.start;
  for (Side& side : sides_) side.line_is_least = ends.line_is_least;
  Begin(hierarchy, from, sides_[0]);
  Begin(hierarchy, to, sides_[1]);
  for (;;) {
    int next = -1;
    for (const int s : {0, 1}) {
      if (sides_[s].open.empty() || sides_[s].open.top().bound_m >= best_m_) continue;
      if (next < 0 || sides_[s].open.size() < sides_[next].open.size()) next = s;
    }
    if (next < 0) return meeting_ != kNoHierarchyNode;
    Settle(hierarchy, sides_[next], sides_[1 - next]);
  }
}

bool HierarchySearch::IsStalled(std::span<const HierarchyArc> row, const Side& side, float cost_m) const {
  const uint32_t down = kArcOut + kArcIn - side.climbs;
  return std::any_of(row.begin(), row.end(), [&](const HierarchyArc& arc) {
    if ((arc.directions() & down) == 0 || arc.cost_m >= cost_m) return false;
    const HierarchyLabel* above = side.labels.Find(arc.node());
    return above != nullptr && above->cost_m + arc.cost_m < cost_m;
  });
}

void HierarchySearch::Settle(const HierarchyView& hierarchy, Side& side, const Side& other) {
  const Open top = side.open.top();
  side.open.Pop();
  if (top.cost_m > side.labels.Find(top.node)->cost_m) return;
  ++settled_;
  if (const HierarchyLabel* met = other.labels.Find(top.node); met != nullptr) {
    const float cost_m = top.cost_m + met->cost_m;
    if (cost_m < best_m_ || (cost_m == best_m_ && top.node < meeting_)) {
      best_m_ = cost_m;
      meeting_ = top.node;
    }
  }
  const std::span<const HierarchyArc> row = hierarchy.ArcsOf(top.node);
  // The memory that is waited for most: asked for all at once.
  for (const HierarchyArc& arc : row) __builtin_prefetch(&hierarchy.node(arc.node()));
  if (!side.open.empty()) __builtin_prefetch(hierarchy.ArcsOf(side.open.top().node).data());
  if (IsStalled(row, side, top.cost_m)) return;
  uint32_t arc_index = hierarchy.FirstArc(top.node);
  for (const HierarchyArc& arc : row) {
    if ((arc.directions() & side.climbs) != 0)
      Reach(hierarchy, arc.node(), top.cost_m + arc.cost_m, top.node, arc_index, side);
    ++arc_index;
  }
}

void HierarchySearch::ReadPath(std::vector<HierarchyStep>& steps, uint32_t& first, uint32_t& last) const {
  steps.clear();
  first = meeting_;
  for (const HierarchyLabel* at = sides_[0].labels.Find(meeting_); at->parent != kNoHierarchyNode;
       at = sides_[0].labels.Find(at->parent)) {
    steps.push_back({at->arc, at->parent, true});
    first = at->parent;
  }
  std::reverse(steps.begin(), steps.end());
  last = meeting_;
  for (const HierarchyLabel* at = sides_[1].labels.Find(meeting_); at->parent != kNoHierarchyNode;
       at = sides_[1].labels.Find(at->parent)) {
    steps.push_back({at->arc, at->parent, false});
    last = at->parent;
  }
}

}  // namespace waystone
