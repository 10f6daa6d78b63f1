// The step of the any-angle search: what is seen beyond the side that a node leaves through.
#pragma once

#include <cstdint>
#include <span>

#include "core/geom/vec.h"
#include "core/navmesh/any_angle_workspace.h"
#include "core/navmesh/exclusions.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// Makes nodes, roots and successors in a workspace. One search, one thread.
class AnyAngleExpander {
 public:
  // Searches over the sides of the mesh and the links that an agent with `abilities` may use, without what is
  // excluded (null: nothing). Without a goal, bounds are those of the nearest place a node can see. All
  // arguments must outlive it. REQUIRES: the start's polygon is not blocked.
  AnyAngleExpander(const NavmeshView& mesh, const LinkView& links, uint64_t abilities,
                   const Exclusions* exclusions, const NavLocation& start, AnyAngleWorkspace& workspace);

  // Both: call it before ExpandStart, the cost of links before the goal. They cost LinkCost_m by default.
  void SetLinkCost(LinkCost cost);
  void SetGoal(const NavLocation& goal);
  void RecordEntries(AnyAngleEntries& entries) { entries_ = &entries; }

  // Nodes for the polygons that hold the start and successors in workspace.fresh for what is seen from it.
  void ExpandStart();
  // Successors of a node, in workspace.fresh.
  void Expand(uint32_t node);

  // [m] The cost of the path to a place in a polygon through a node that saw the polygon: straight, or round
  // an end of the side it came through. Infinite if neither leads to the place.
  double CostVia(uint32_t node, PolyId poly, Vec2 at);

  // A place, and what it costs to get there; infinite if no path leads to it.
  struct Nearest {
    double cost_m;
    Vec2 at;
  };
  // The place of the segment a->b, which lies in the polygon or on its outline, with the least CostVia.
  Nearest NearestVia(uint32_t node, PolyId poly, Vec2 a, Vec2 b);

 private:
  struct Ray {
    Vec2 from;
    Vec2 to;
  };
  // A corner of a polygon, and the half-edge that starts there.
  struct Corner {
    Vec2 at;
    uint32_t vertex;
    uint32_t edge;
    uint32_t twin;
    uint16_t flags;
  };
  // An end of the seen part of a side: at the ray, or at the side's own end if the ray is null.
  struct Limit {
    uint32_t vertex;
    const Ray* ray;
  };
  // Where a ray leaves the polygon: at a corner, or between that corner and the next one inwards.
  // `along_side`: after running along a side.
  struct Exit {
    uint32_t corner;
    bool at_corner;
    bool along_side;
  };

  Vec2 At(uint32_t vertex) const;
  uint32_t OpenTwin(uint32_t twin) const;
  uint16_t FlagsOf(const Corner& corner) const;
  bool MayTake(uint32_t link) const;
  Ray LimitRay(const AnyAngleRoot& root, uint32_t limit) const;
  bool Enter(uint32_t poly, uint32_t node);
  void LoadCorners(uint32_t poly, uint32_t first_edge);
  void RecordEntry(uint32_t poly, uint32_t node);

  void SeeFrom(const NavLocation& place, uint32_t root, uint32_t parent);
  void AddSources(const NavLocation& place, uint32_t root, uint32_t parent);
  uint32_t SourcePoly(const NavLocation& place, uint32_t node) const;
  void LoadWholePoly(uint32_t poly);
  void TakeLink(uint32_t node);
  const AnyAngleComing* ComingTo(const NavLink& link) const;
  bool IsReached(uint32_t poly, Vec2 at, double g_m, uint32_t but = 0xffffffff) const;

  void ExpandCone(const AnyAngleNode& node, uint32_t poly);
  void ExpandAbout(const AnyAngleNode& node, uint32_t poly);
  void TurnRight(const AnyAngleNode& node, const Exit& exit, const Ray& ray);
  void TurnLeft(const AnyAngleNode& node, const Exit& exit, const Ray& ray);
  const Corner* TurnFor(const AnyAngleNode& node, const Ray& right, const Ray& left, Vec2 at,
                        bool& is_hidden) const;
  uint32_t RootThatSees(const AnyAngleNode& node, const Ray& right, const Ray& left, Vec2 at);

  uint32_t TurnAt(const Corner& corner, uint32_t parent_root);
  void SeeSide(uint32_t k, uint32_t root);
  void TurnAndRotate(uint32_t k, uint32_t corner, uint32_t parent_root);
  void AddCone(uint32_t k, uint32_t root, const Limit& right, const Limit& left);
  void AddRotation(uint32_t k, uint32_t root);
  void AddGoal(uint32_t root);
  void AddLink(uint32_t link, uint32_t root);
  // `root_for` gives the root from which a place is seen, or 0xffffffff; no path to it is shorter than straight from
  // `root`.
  template <typename RootFor>
  void AddLinks(uint32_t poly, uint32_t root, const RootFor& root_for);
  void Add(const AnyAngleNode& node, double h_m);
  double RemainingBound_m(uint32_t k, Vec2 root, const Ray* right, const Ray* left) const;
  double Remaining_m(Vec2 at) const;
  double ByShortcut_m(Vec2 at) const;

  const NavmeshView& mesh_;
  const LinkView& links_;
  const uint64_t abilities_;
  const Exclusions* const exclusions_;
  const NavLocation start_;
  AnyAngleWorkspace& ws_;
  AnyAngleEntries* entries_ = nullptr;
  LinkCost link_cost_ = &LinkCost_m;
  std::span<const uint32_t> shortcuts_;  // links that may cost less than their length
  bool has_links_ = false;
  bool has_goal_ = false;
  uint32_t goal_poly_;
  Vec2 goal_;
  // Some usable links cost less than their length, so a path may cost less than the straight line.
  bool has_shortcuts_ = false;
  Vec2 shortcut_min_;  // a box around their starts
  Vec2 shortcut_max_;
  double after_shortcuts_m_ = 0;  // the least there is to go once the last of them is entered
  uint32_t start_node_count_ = 0;
  uint32_t node_ = 0;  // being expanded
  uint32_t side_count_ = 0;
  Corner corners_[kNavMaxPolyEdges + 1];
};

template <typename RootFor>
void AnyAngleExpander::AddLinks(uint32_t poly, uint32_t root, const RootFor& root_for) {
  if (!has_links_) return;
  uint32_t id = links_.FirstOf(PolyId(poly)).value();
  for (const NavLink& link : links_.Of(PolyId(poly))) {
    const Vec2 at{link.start[0], link.start[2]};
    const double least_m = ws_.roots[root].g_m + Distance(ws_.roots[root].at, at);
    if (!IsReached(poly, at, least_m, root) && MayTake(id)) AddLink(id, root_for(at));
    ++id;
  }
}

}  // namespace waystone
