// The cheapest path through a contraction hierarchy: two searches that only climb, one from each end.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/navmesh/hierarchy_climb.h"
#include "core/navmesh/hierarchy_view.h"

namespace waystone {

// An arc of a path: the arc's index, the node whose row it is in, and whether it is travelled from there.
struct HierarchyStep {
  uint32_t arc;
  HierarchyNodeId row;
  bool climbs;
};

// The places between which a path is searched. If they are set, no path is cheaper than the straight line
// (the map has no LinkView::Shortcuts), and nodes that no path as cheap as the best one can pass are skipped.
struct HierarchyEnds {
  std::optional<Vec2> start;
  std::optional<Vec2> goal;
  double least_factor = 1;  // [per metre] no path costs less
};

// One thread. Keeps its memory.
class HierarchySearch {
 public:
  // The cheapest path from one of `from` to one of `to`, given the costs from the start and to the goal.
  // False if there is none, or a limit ended the search. Deterministic but for the deadline. O(nodes climbed
  // to, mostly some hundred).
  bool Find(const HierarchyView& hierarchy, const HierarchyEnds& ends, std::span<const HierarchySeed> from,
            std::span<const HierarchySeed> to, const HierarchyLimits& limits);

  // Cost of the last path found.
  float cost_m() const { return best_m_; }
  uint32_t settled() const { return settled_; }
  // The arcs in order of travel; empty if one node is both a start and an end. Returns the node at which it
  // ends.
  HierarchyNodeId ReadPath(const HierarchyView& hierarchy, std::vector<HierarchyStep>& steps) const;

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(up_, down_); }

 private:
  void Settle(HierarchyClimb& climb, const HierarchyClimb& other);

  HierarchyClimb up_;    // from the start
  HierarchyClimb down_;  // from the goal, backwards
  float best_m_ = 0;
  HierarchyNodeId meeting_;
  uint32_t settled_ = 0;
};

}  // namespace waystone
