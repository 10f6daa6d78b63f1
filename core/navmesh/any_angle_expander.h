// The step of the any-angle search: what is seen beyond the side that a node leaves through.
#pragma once

#include <cstdint>

#include "core/geom/vec.h"
#include "core/navmesh/any_angle_workspace.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// Makes nodes, roots and successors in a workspace. One search, one thread.
class AnyAngleExpander {
 public:
  AnyAngleExpander(const NavmeshView& mesh, const NavLocation& start, const NavLocation& goal,
                   AnyAngleWorkspace& workspace);

  // Nodes for the polygons that hold the start and successors in workspace.fresh for what is seen from it.
  void ExpandStart();
  // Successors of a node, in workspace.fresh.
  void Expand(uint32_t node);

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
  // An end of the seen part of a side: at the ray, or at the side's own end where that is null.
  struct Limit {
    uint32_t vertex;
    const Ray* ray;
  };
  // Where a ray leaves the polygon: at a corner, or between it and the next one inwards. `along_side`: after
  // running along a side.
  struct Exit {
    uint32_t corner;
    bool at_corner;
    bool along_side;
  };

  Vec2 At(uint32_t vertex) const;
  Ray LimitRay(const AnyAngleRoot& root, uint32_t limit) const;
  bool Enter(uint32_t poly, uint32_t node);
  void LoadCorners(uint32_t poly, uint32_t first_edge);
  uint32_t LoadStartPolygon(uint32_t node);
  bool HoldsStart(const Corner& from, const Corner& to) const;

  void ExpandCone(const AnyAngleNode& node, uint32_t poly);
  void ExpandAbout(const AnyAngleNode& node, uint32_t poly);
  void TurnRight(const AnyAngleNode& node, const Exit& exit, const Ray& ray);
  void TurnLeft(const AnyAngleNode& node, const Exit& exit, const Ray& ray);
  void ReachGoal(const AnyAngleNode& node, const Ray& right, const Ray& left);

  uint32_t TurnAt(const Corner& corner, uint32_t parent_root);
  void SeeSide(uint32_t k, uint32_t root);
  void TurnAndRotate(uint32_t k, uint32_t corner, uint32_t parent_root);
  void AddCone(uint32_t k, uint32_t root, const Limit& right, const Limit& left);
  void AddRotation(uint32_t k, uint32_t root);
  void AddGoal(uint32_t root);
  void Add(const AnyAngleNode& node, double h_m);
  double RemainingBound_m(uint32_t k, Vec2 root, const Ray* right, const Ray* left) const;

  const NavmeshView& mesh_;
  const NavLocation start_;
  const PolyId goal_poly_;
  const Vec2 goal_;
  AnyAngleWorkspace& ws_;
  uint32_t start_node_count_ = 0;
  uint32_t node_ = 0;  // being expanded
  uint32_t side_count_ = 0;
  Corner corners_[kNavMaxPolyEdges + 1];
};

}  // namespace waystone
