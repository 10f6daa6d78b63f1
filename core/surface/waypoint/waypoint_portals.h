// Walks to and from portals on maps of waypoints.
#pragma once

#include <memory>
#include <vector>

#include "core/path/surface_path.h"
#include "core/surface/portal_surface.h"
#include "core/surface/trigger_walk.h"
#include "core/surface/waypoint/trigger_waypoints.h"
#include "core/world/portal_query.h"

namespace waystone {

class WaypointWorldWalks final : public WorldWalks {
 public:
  WaypointWorldWalks(const WorldGround& ground, const TriggerWaypoints& triggers, Scratch& scratch)
      : WorldWalks(ground, scratch), triggers_(triggers) {}

  SnapResult SnapTo(const Vec3& position, PlaceRole role) override;
  absl::StatusOr<RouteReason> FindHeads(const NavLocation& start, const WalkBounds& bounds,
                                        std::vector<PortalHead>& heads) override;
  absl::StatusOr<RouteReason> FindTails(const NavLocation& end, uint32_t goal, const WalkBounds& bounds,
                                        std::vector<PortalTail>& tails) override;
  absl::StatusOr<RouteAnswer> WalkToPortal(PortalId exit) override;
  absl::StatusOr<WalkToPlace> WalkFromPortal(PortalId portal, const NavLocation& end) override;
  absl::StatusOr<WalkToPlace> WalkDirectly(const NavLocation& start, const NavLocation& goal,
                                           double below_cost_m) override;

 private:
  const WaypointTriggers& Triggers() const;
  SurfacePath EntryOf(const NavLocation& start, PortalId exit);
  absl::StatusOr<TriggerWalk> WalkFrom(const WorldArrival& arrival, const NavLocation& end);

  WalkToPlace TellWalk(const TriggerWalk& walk) const;

  const TriggerWaypoints& triggers_;
  NavLocation start_;  // of the heads
};

// The portals of a map of waypoints: where paths enter their triggers, found on first use.
using WaypointPortals = TriggerPortals<TriggerWaypoints, WaypointWorldWalks>;

}  // namespace waystone
