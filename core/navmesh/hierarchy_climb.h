// A search through a contraction hierarchy that only climbs: from nodes to those contracted later.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/heap_bytes.h"
#include "core/geom/vec.h"
#include "core/graph/dary_heap.h"
#include "core/navmesh/hierarchy_view.h"

namespace waystone {

// Where a search begins, and what getting there costs.
struct HierarchySeed {
  HierarchyNodeId node;
  float cost_m;
};

// What a search knows about a node.
struct HierarchyLabel {
  HierarchyNodeId node;
  float cost_m;
  float left_m;            // to the search's aim, at least
  HierarchyNodeId parent;  // none at a seed
};

// Labels by node, in a hash table: a search meets some thousand nodes of a million. Keeps its memory.
class HierarchyLabels {
 public:
  HierarchyLabels() : slots_(kFirstSlots, kEmpty) {}

  // O(labels).
  void Clear();
  // Null if the node has none.
  const HierarchyLabel* Find(HierarchyNodeId node) const {
    const HierarchyLabel& slot = slots_[SlotOf(node)];
    return slot.node == node ? &slot : nullptr;
  }
  // The node's label; if it has none, a new one with infinite cost and left_m < 0. Valid until the next call.
  HierarchyLabel& At(HierarchyNodeId node);
  // No label moves until `count` new ones are made.
  void Reserve(size_t count) {
    while ((used_.size() + count) * 2 >= slots_.size()) Grow();
  }

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(slots_, used_); }

 private:
  static constexpr size_t kFirstSlots = 16;
  static constexpr HierarchyLabel kEmpty{{}, 0, 0, {}};

  // The node's slot, or the empty slot for it.
  size_t SlotOf(HierarchyNodeId node) const {
    const size_t mask = slots_.size() - 1;
    size_t slot = (node.value() * 0x9e3779b1U >> 7) & mask;
    while (slots_[slot].node != node && !slots_[slot].node.IsNone()) slot = (slot + 1) & mask;
    return slot;
  }
  void Grow();

  std::vector<HierarchyLabel> slots_;  // a power of two, at most half of them used
  std::vector<uint32_t> used_;
};

// What a search is for. With an aim, nodes are settled by a lower bound of the cost of a path over them to
// the aim (at least the straight line); without one, by their cost.
struct HierarchyAim {
  uint32_t climbs = 0;  // kArcOut: paths lead from the seeds; kArcIn: to them
  std::optional<Vec2> aim;
  double least_factor = 1;  // [per metre] no path costs less
};

// How far a search may go.
struct HierarchyLimits {
  static constexpr uint32_t kPollInterval = 256;  // [nodes] between looks at the deadline
  uint32_t max_settled = 0xffffffffU;             // [nodes]
  Deadline deadline;

  // Whether a search that has settled this many nodes must end.
  bool Forbid(uint32_t settled) const {
    return settled >= max_settled || (settled % kPollInterval == kPollInterval - 1 && deadline.Expired());
  }
};

// Dijkstra's search, or A* if it has an aim, over arcs that climb. One thread. Keeps its memory.
class HierarchyClimb {
 public:
  struct Open {
    float bound_m;  // of all paths over the node to the aim
    float cost_m;
    HierarchyNodeId node;
  };

  // The hierarchy must outlive the search.
  void Begin(const HierarchyView& hierarchy, const HierarchyAim& aim, std::span<const HierarchySeed> seeds);

  // Whether only nodes are left that cost `limit_m` or more.
  bool IsDone(float limit_m) const { return open_.empty() || open_.top().bound_m >= limit_m; }
  // [m] The bound of the next node. REQUIRES: some are left.
  float bound_m() const { return open_.top().bound_m; }
  // The next node in order; none if it was settled before at less cost. Ties go by id. REQUIRES: some are
  // left.
  std::optional<Open> Take();
  // Reaches the nodes above it, except those of `limit_m` or more. False, with nothing done, if no cheapest
  // path climbs through the node.
  bool Expand(const Open& node, float limit_m);

  const HierarchyLabel* Find(HierarchyNodeId node) const { return labels_.Find(node); }

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(labels_, row_labels_, open_); }

 private:
  struct OpenLess {
    bool operator()(const Open& a, const Open& b) const {
      return a.bound_m != b.bound_m ? a.bound_m < b.bound_m : a.node < b.node;
    }
  };

  void Reach(HierarchyLabel& label, float cost_m, HierarchyNodeId parent, float limit_m);

  std::optional<HierarchyView> hierarchy_;
  HierarchyAim aim_;
  HierarchyLabels labels_;
  std::vector<HierarchyLabel*> row_labels_;
  DaryHeap<Open, OpenLess> open_;
};

}  // namespace waystone
