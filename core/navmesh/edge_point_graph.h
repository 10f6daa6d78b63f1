// The points that paths over ground of different costs go through, made as a search reaches them.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/growing_array.h"
#include "core/base/heap_bytes.h"
#include "core/graph/movable_heap.h"
#include "core/navmesh/any_angle_workspace.h"
#include "core/navmesh/clearance_check.h"
#include "core/navmesh/closest_poly.h"
#include "core/navmesh/exclusions.h"
#include "core/navmesh/ground_costs.h"
#include "core/navmesh/hierarchy_guide.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"
#include "core/navmesh/surface_queries.h"
#include "core/navmesh/weighted_line.h"

namespace waystone {

// What is left to the goal over the mesh as it was baked; no path over the one searched is shorter.
struct EdgePointGuide {
  HierarchyGuide* left = nullptr;  // null: the straight line is all that is known. Begun for the goal
  // Polygons of the mesh searched from `baked_polys` on are parts of these baked ones.
  std::span<const PolyId> parents = {};
  uint32_t baked_polys = 0;
  // The search looks first at what promises to be no more than this longer than the best path: paths are as much
  // longer at most, and on average hardly, for a fraction of the points.
  double greed = 1.01;

  PolyId BakedPoly(uint32_t poly) const {
    return poly < baked_polys ? PolyId(poly) : parents[poly - baked_polys];
  }
};

struct EdgePointOptions {
  uint32_t max_expansions = 1'000'000;  // [points, >= 1]
  Deadline deadline;
  double max_cost_m = std::numeric_limits<double>::infinity();  // [m, >= 0] ignores paths that cost more
  const LinkView* links = nullptr;                              // null: none
  uint64_t abilities = 0;                  // which of them may be used, as the bits of NavLink::abilities
  const Exclusions* exclusions = nullptr;  // null: nothing; the start's polygon must not be among it
  GroundCosts costs;
  double least_factor = 0;  // of the mesh's ground; 0: not known
  double clearance_m = 0;   // [m, >= 0] to keep from borders (ClearanceCheck)
  // With one, points stand farther apart, and the path over them costs `greed` times the cheapest at most.
  EdgePointGuide guide;
};

// A point that a path may go through, and the best path to it.
struct EdgePoint {
  Vec2 at;
  double g_m;       // [m of plain ground] infinite if no path is known
  double h_m;       // [m of plain ground] bound of what is left; negative: not known yet
  uint32_t poly;    // in which the path goes on
  uint32_t edge;    // half-edge left through to get there, or kNoEdge
  uint32_t link;    // link that ends here, or kNoLink
  uint32_t parent;  // into points
  uint32_t next;    // into points: the closed point of the same polygon before this one
  float room_m;     // to the nearest border, as far as it matters; negative: not known yet
  bool is_closed;
};

// Grows to the largest mesh and search seen (some 60 bytes per point); no allocation after that. Borrowed
// from Scratch by one search at a time; its content is of no use to callers.
class EdgePointWorkspace {
 public:
  // Forgets the last search.
  void Begin(const NavmeshHeader& header, uint32_t link_count);

  // Whether the last search entered a polygon; if it ended without a path, these are all that it can enter.
  bool Entered(PolyId poly) const { return entered[poly.value()].generation == generation; }

  uint32_t generation = 0;
  GrowingArray<EdgePoint> points;
  GrowingArray<StampedIndex> of_edge;  // [half-edge] -> the first of its points
  GrowingArray<StampedIndex> of_link;  // [link] -> the point at its end
  GrowingArray<StampedIndex> of_poly;  // [poly] -> the point in its middle
  GrowingArray<StampedIndex> entered;  // [poly] -> the last point closed in it
  MovableHeap<AnyAngleOpen, AnyAngleOpenLess> open;
  SurfaceWorkspace surface;
  ClosestPolySearch closest;
  std::vector<uint32_t> steps;           // from the point being expanded
  std::vector<uint32_t> path;            // points from the last one back
  std::vector<uint32_t> crossed_before;  // [turn] how many sides of the path come before it
  WeightedLineScratch line;

  // [bytes]
  uint64_t HeapBytes() const {
    return waystone::HeapBytes(points, of_edge, of_link, of_poly, entered, open, surface, closest, steps,
                               path, crossed_before, line);
  }
};

// Makes points in a workspace and computes the cost of steps between them. One search, one thread; all
// arguments must outlive it.
class EdgePointGraph {
 public:
  static constexpr uint32_t kNoPoint = 0xffffffffU;
  static constexpr uint32_t kStart = 0;
  static constexpr uint32_t kGoal = 1;

  // Begins with two points: the start, at no cost, and the goal.
  EdgePointGraph(const NavmeshView& mesh, const LinkView& links, const NavLocation& start,
                 const NavLocation& goal, const EdgePointOptions& options, EdgePointWorkspace& workspace);

  const ClearanceCheck& clearance() const { return clearance_; }
  double FactorOf(uint32_t poly) const { return options_.costs.Of(mesh_, PolyId(poly)); }
  bool MayTake(uint32_t link) const;

  // Fills `steps` with the points that a straight walk, or a walk and a link, reaches from a point.
  void StepsFrom(uint32_t point, std::vector<uint32_t>& steps);
  // [m of plain ground] What a step costs.
  double StepCost(const EdgePoint& from, const EdgePoint& to) const;
  // The polygon that a step to the point leads over.
  uint32_t PolyBefore(const EdgePoint& point) const;
  // Whether a point keeps the clearance.
  bool HasRoom(uint32_t point);
  // Whether a step does, between points that do.
  bool MayStep(uint32_t from, uint32_t to);
  // The step to a point from its parent does not: of the closed points the next best one takes its place. False if
  // there is none.
  bool TakeNextParent(uint32_t point);

 private:
  uint32_t AddPoint(Vec2 at, uint32_t poly, uint32_t edge, uint32_t link);
  bool IsIdleReturn(const EdgePoint& from, uint32_t edge) const;
  uint32_t PointsOf(uint32_t edge);
  void AddFoot(Vec2 a, Vec2 b, const NavLocation& of, uint32_t beyond, uint32_t edge);
  void AddClear(Vec2 a, Vec2 b, uint32_t beyond, uint32_t edge);
  uint32_t MiddleOf(uint32_t poly);
  uint32_t EndOfLink(uint32_t link);
  double RoomOf(uint32_t point);

  const NavmeshView& mesh_;
  const LinkView& links_;
  const NavLocation& start_;
  const NavLocation& goal_;
  const EdgePointOptions& options_;
  EdgePointWorkspace& ws_;
  ClearanceCheck clearance_;
};

}  // namespace waystone
