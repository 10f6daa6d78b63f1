// What is left to a goal, by a mesh's contraction hierarchy: the guide of a search over the mesh as changes
// leave it. What they close makes paths longer only, so that the guide stays a lower bound.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/base/growing_array.h"
#include "core/base/heap_bytes.h"
#include "core/navmesh/ground_costs.h"
#include "core/navmesh/hierarchy_climb.h"
#include "core/navmesh/hierarchy_view.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// Strasser and Zeitz, "A Fast and Tight Heuristic for A* in Road Networks" (2021): one search climbs down to the
// goal; what is left from another node is the least of that and of the arcs that climb from it, and is kept.
// One goal at a time; one thread. Keeps its memory: 8 bytes per node of the hierarchy, 12 per polygon.
class HierarchyGuide {
 public:
  static constexpr float kInfinite = std::numeric_limits<float>::infinity();

  // The mesh, links and hierarchy as baked, and the costs for which it was, if they are not lengths; then what is left
  // is a cost. The goal is a place of that mesh. All must outlive the use. False if
  // the deadline passed. O(nodes that climb to the goal).
  bool Begin(const NavmeshView& mesh, const LinkView& links, const HierarchyView& hierarchy,
             const NavLocation& goal, const Deadline& deadline, const GroundCosts* costs = nullptr);
  // [m] From a place of a polygon to the goal over the baked mesh, by nodes of the hierarchy: longer than the shortest
  // path by what the spacing of the nodes hides. Infinite if no path leads there. O(nodes of the polygon), more the
  // first time there.
  double Left_m(PolyId poly, Vec2 at);

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(down_, seeds_, left_, of_poly_, exits_, stack_); }

 private:
  struct Left {
    uint32_t round = 0;
    float left_m = 0;
  };
  // Where paths leave a polygon, and what is left from there.
  struct Exit {
    Vec2 at;
    double left_m;
  };
  struct ExitList {
    uint32_t round = 0;
    uint32_t first = 0;
    uint32_t count = 0;
  };
  struct Frame {
    HierarchyNodeId node;
    uint32_t next;  // arc
    float best_m;
  };

  double FactorOf(PolyId poly) const { return costs_ == nullptr ? 1 : costs_->Of(*mesh_, poly); }
  float LeftOf(HierarchyNodeId node);
  const ExitList& ExitsOf(PolyId poly);

  const NavmeshView* mesh_ = nullptr;
  const LinkView* links_ = nullptr;
  std::optional<HierarchyView> hierarchy_;
  const GroundCosts* costs_ = nullptr;
  NavLocation goal_;
  HierarchyClimb down_;
  std::vector<HierarchySeed> seeds_;
  uint32_t round_ = 0;
  GrowingArray<Left> left_;         // [node]
  GrowingArray<ExitList> of_poly_;  // [poly]
  GrowingArray<Exit> exits_;
  GrowingArray<Frame> stack_;
};

}  // namespace waystone
