// Moves over a graph of waypoints: on the ground of nodes and along the links between them.
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/scratch.h"
#include "core/navmesh/exclusions.h"
#include "core/surface/map_view.h"
#include "core/surface/move_ground.h"
#include "core/surface/route_changes.h"
#include "core/surface/waypoint/waypoint_route.h"

namespace waystone {

// Walks go over arcs only. Lengths are horizontal.
class WaypointMoves final : public MoveGround {
 public:
  // All must outlive it; `changes` may be null.
  WaypointMoves(const MapView& map, const RouteChanges* changes, uint32_t max_expansions, Scratch& scratch);

  SnapResult SnapTo(const Vec3& position, const SnapOptions& options, const NavLocation* near) override;
  // On the ground of one node, or along one link.
  StraightWalk WalkStraight(const NavLocation& from, const NavLocation& to) override;
  FoundWalk FindWalk(const NavLocation& from, const NavLocation& to, double max_m,
                     const Deadline& deadline) override;
  // Links that are jumped, dropped or climbed, and steep ones; nothing tells how an agent goes to their starts: straight.
  std::optional<LinkPlace> WalkOntoLink(const NavLocation& from, const Vec3& position, double max_m,
                                        double jump_m, const Deadline& deadline) override;
  // On the shortest walk to the place of the point, as far as `max_m` leads: the nearest place off that walk
  // is not looked for.
  ReachedPlace NearestWithin(const NavLocation& from, double max_m, const Vec3& point, const Admit& admit,
                             const Deadline& deadline) override;
  // As far as the straight walk leads: nothing tells where a border would be.
  ReachedPlace Slide(const NavLocation& from, Vec2 /*target*/) override { return {from, 0}; }
  bool HasPolygons() const override { return false; }

 private:
  SurfacePath Search(const NavLocation& from, const NavLocation& to, double max_cost_m,
                     const Deadline& deadline);

  const MapView& map_;
  const uint32_t max_expansions_;
  Scratch& scratch_;
  const Scratch::Lease<Exclusions> excluded_;
  const Exclusions* const exclusions_;  // null: nothing is excluded
};

}  // namespace waystone
