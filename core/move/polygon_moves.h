// Moves over the polygons of a map: a navmesh, or the free rectangles of a grid.
#pragma once

#include <optional>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/base/scratch.h"
#include "core/move/move_walk.h"
#include "core/navmesh/any_angle_workspace.h"
#include "core/navmesh/distance_flood.h"
#include "core/navmesh/edge_point_graph.h"
#include "core/navmesh/exclusions.h"
#include "core/navmesh/surface_queries.h"
#include "core/surface/map_view.h"
#include "core/surface/move_ground.h"
#include "core/surface/route_changes.h"

namespace waystone {

class PolygonMoves final : public MoveGround {
 public:
  // All must outlive it; `changes` may be null.
  PolygonMoves(const MapView& map, const RouteChanges* changes, uint32_t max_expansions, Scratch& scratch);

  SnapResult SnapTo(const Vec3& position, const SnapOptions& options, const NavLocation* near) override;
  StraightWalk WalkStraight(const NavLocation& from, const NavLocation& to) override;
  FoundWalk FindWalk(const NavLocation& from, const NavLocation& to, double max_m,
                     const Deadline& deadline) override;
  std::optional<LinkPlace> WalkOntoLink(const NavLocation& from, const Vec3& position, double max_m,
                                        double jump_m, const Deadline& deadline) override;
  ReachedPlace NearestWithin(const NavLocation& from, double max_m, const Vec3& point, const Admit& admit,
                             const Deadline& deadline) override;
  ReachedPlace Slide(const NavLocation& from, Vec2 target) override;

 private:
  WalkTerms Terms() const { return {map_, exclusions_}; }
  double Clearance_m() const { return changes_ == nullptr ? 0 : changes_->min_clearance_m; }
  SurfacePath Search(const NavLocation& from, const NavLocation& to, double max_cost_m,
                     const Deadline& deadline);
  FoundWalk ToWalk(const SurfacePath& path, double max_m) const;
  bool HasRoom(const NavLocation& from, const NavLocation& to);

  const MapView& map_;
  const NavmeshView& mesh_;
  const RouteChanges* const changes_;
  const uint32_t max_expansions_;
  Scratch& scratch_;
  const Scratch::Lease<Exclusions> excluded_;
  const Exclusions* const exclusions_;  // null: nothing is excluded
  const Scratch::Lease<SurfaceWorkspace> surface_;
  const Scratch::Lease<WalkWorkspace> walk_;
};

}  // namespace waystone
