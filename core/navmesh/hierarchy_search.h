// The cheapest way through a contraction hierarchy: two searches that only climb, one from each end.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/geom/vec.h"
#include "core/graph/dary_heap.h"
#include "core/navmesh/hierarchy_view.h"

namespace waystone {

// Where a search begins, and what getting there costs.
struct HierarchySeed {
  uint32_t node;
  float cost_m;
};

// An arc of a way: the arc's index, the node in whose row it stands, and whether it is travelled from there.
struct HierarchyStep {
  uint32_t arc;
  uint32_t row;
  bool climbs;
};

// Between which places a way is looked for.
struct HierarchyEnds {
  Vec2 start;
  Vec2 goal;
  // No way is cheaper than the straight line: there are no links that are (LinkView::Shortcuts). Nodes that
  // no way as cheap as the best one can pass are then left alone.
  bool line_is_least = false;
};

// What one search knows of a node.
struct HierarchyLabel {
  uint32_t node;
  float cost_m;
  float left_m;     // to the other end, at least
  uint32_t parent;  // node; kNoHierarchyNode at a seed
  uint32_t arc;     // in the parent's row
};
inline constexpr uint32_t kNoHierarchyNode = 0xffffffffU;

// Labels by node, in a hash table: a search meets some thousand nodes of a million. Keeps its memory.
class HierarchyLabels {
 public:
  HierarchyLabels() : slots_(kFirstSlots, kEmpty) {}

  // O(labels).
  void Clear();
  // Null where the node has none.
  const HierarchyLabel* Find(uint32_t node) const {
    const HierarchyLabel& slot = slots_[SlotOf(node)];
    return slot.node == node ? &slot : nullptr;
  }
  // The node's label; a new one, of infinite cost and with left_m < 0, where it has none. Valid until the
  // next call.
  HierarchyLabel& At(uint32_t node);

 private:
  static constexpr size_t kFirstSlots = 4096;
  static constexpr HierarchyLabel kEmpty{kNoHierarchyNode, 0, 0, 0, 0};

  // The node's slot, or the empty one where it would stand.
  size_t SlotOf(uint32_t node) const {
    const size_t mask = slots_.size() - 1;
    size_t slot = (node * 0x9e3779b1U >> 7) & mask;
    while (slots_[slot].node != node && slots_[slot].node != kNoHierarchyNode) slot = (slot + 1) & mask;
    return slot;
  }
  void Grow();

  std::vector<HierarchyLabel> slots_;  // a power of two, at most half of them used
  std::vector<uint32_t> used_;
};

// One thread. Keeps its memory.
class HierarchySearch {
 public:
  // The cheapest way from one of `from` to one of `to`, both being costs to and from nodes, from the start
  // and to the goal. False where there is none. Deterministic. O(nodes climbed to, mostly some hundred).
  bool Find(const HierarchyView& hierarchy, const HierarchyEnds& ends, std::span<const HierarchySeed> from,
            std::span<const HierarchySeed> to);

  // Of the last way found.
  float cost_m() const { return best_m_; }
  uint32_t settled() const { return settled_; }
  // The arcs in order of travel; empty where a node is both a start and an end. `first` and `last` are the
  // nodes at which it begins and ends.
  void ReadPath(std::vector<HierarchyStep>& steps, uint32_t& first, uint32_t& last) const;

 private:
  struct Open {
    float bound_m;  // of all ways over the node
    float cost_m;
    uint32_t node;
  };
  struct OpenLess {
    bool operator()(const Open& a, const Open& b) const {
      return a.bound_m != b.bound_m ? a.bound_m < b.bound_m : a.node < b.node;
    }
  };
  struct Side {
    HierarchyLabels labels;
    DaryHeap<Open, OpenLess> open;
    uint32_t climbs = 0;  // the direction in which its arcs are travelled
    Vec2 other_end;
    bool line_is_least = false;
  };

  void Begin(const HierarchyView& hierarchy, std::span<const HierarchySeed> seeds, Side& side);
  void Reach(const HierarchyView& hierarchy, uint32_t node, float cost_m, uint32_t parent, uint32_t arc,
             Side& side);
  void Settle(const HierarchyView& hierarchy, Side& side, const Side& other);
  bool IsStalled(std::span<const HierarchyArc> row, const Side& side, float cost_m) const;

  Side sides_[2];
  float best_m_ = 0;
  uint32_t meeting_ = kNoHierarchyNode;
  uint32_t settled_ = 0;
};

}  // namespace waystone
