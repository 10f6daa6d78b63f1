// Passages that are narrower than the lattice: every piece of surface that has launch points is joined into
// one, and ground far from all points gets some.
#pragma once

#include <cstdint>
#include <vector>

#include "bake/skeleton/launch_caster.h"
#include "bake/skeleton/surface_pieces.h"
#include "core/graph/best_first.h"
#include "core/graph/union_find.h"

namespace waystone {

// Points of its own lie on middles of sides and of polygons, so that each walk between them stays within one
// convex polygon.
class PieceJoiner {
 public:
  // All must outlive it. `max_arc_m`: no walk between two points is longer.
  PieceJoiner(const NavmeshView& mesh, const LinkView& links, const SurfacePieces& pieces,
              const StepCaster& caster, double max_arc_m, LaunchCaster& launch);

  // Adds both ends of every passage (a link, a one-way side) that leaves a piece with points and was not
  // added before, and the arc between them. Returns whether there was any.
  bool AddPassages();
  // Joins the points of each piece that no arcs there and back join, over the polygons between them, the
  // shortest walks first; and polygons of which the middle is farther than four spacings from all points of
  // their piece. Returns whether anything was added. O(points + polygons log polygons).
  bool JoinPieces();

  // Walks that something solid blocks though the surface leads there; they were left out.
  uint64_t blocked() const { return blocked_; }

 private:
  struct Bridge {
    double cost_m;
    EdgeId side;
  };

  void ListPoints();
  void JoinByArcs();
  void JoinWithinPolys();
  void ReachPolys();
  void JoinAcrossSides();
  void CoverFarPolys();

  Vec2 MiddleOf(PolyId poly) const;
  Vec2 MiddleOf(EdgeId side) const;
  NavLocation On(PolyId poly, Vec2 at) const;
  // The point of the polygon nearest to `at`, or the one in its middle, which is made, with the walk there,
  // if needed.
  uint32_t PointOn(uint32_t poly, Vec2 at);
  // A walk to a new point, in steps of max_arc_m, within one polygon; kNoLaunchPoint if it is blocked.
  uint32_t ExtendTo(uint32_t from, const NavLocation& at);
  // The places passed to the end of a walk, in steps of max_arc_m, within one polygon; none if something
  // solid blocks it. Nothing is added for a blocked walk, so that joining ends.
  std::vector<NavLocation> FreePath(uint32_t from, const NavLocation& end);
  void Connect(uint32_t a, uint32_t b);
  // Adds the walk between two points within one polygon, in the same steps.
  void ConnectInSteps(uint32_t from, uint32_t to, PolyId poly);
  bool AreJoined(uint32_t a, uint32_t b);

  const NavmeshView& mesh_;
  const LinkView& links_;
  const SurfacePieces& pieces_;
  const StepCaster& caster_;
  const double max_arc_m_;
  LaunchCaster& launch_;
  std::vector<bool> passage_done_;
  std::vector<bool> side_tried_;
  std::vector<bool> poly_tried_;
  std::vector<uint32_t> rows_;    // polygons + 1
  std::vector<uint32_t> points_;  // by polygon
  UnionFind joined_;              // points
  BestFirst<double> reach_;       // of polygons, from all with points; by which half-edge
  std::vector<uint32_t> middle_;  // the point in the polygon's middle
  bool has_added_ = false;
  uint64_t blocked_ = 0;
};

}  // namespace waystone
