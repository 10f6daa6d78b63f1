// Walks to and from portals on maps of waypoints.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/navmesh/exclusions.h"
#include "core/path/surface_path.h"
#include "core/surface/portal_surface.h"
#include "core/surface/trigger_walk.h"
#include "core/surface/waypoint/trigger_waypoints.h"
#include "core/world/portal_query.h"

namespace waystone {

class WaypointWorldWalks final : public WorldWalks {
 public:
  WaypointWorldWalks(const WorldGround& ground, std::shared_ptr<const TriggerWaypoints> triggers,
                     Scratch& scratch)
      : WorldWalks(ground, scratch),
        triggers_(std::move(triggers)),
        excluded_(scratch.Borrow<Exclusions>()),
        exclusions_(ground.changes == nullptr ? nullptr
                                              : ExclusionsOf(ground.view, *ground.changes, *excluded_)) {}

  absl::StatusOr<std::optional<NavLocation>> PlaceOfArrival(PortalId portal) override;
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
  TriggerWalkOptions WaypointLimits() const;
  const WaypointTriggers& Triggers() const;
  SurfacePath EntryOf(const NavLocation& start, PortalId exit);
  absl::StatusOr<std::optional<NavLocation>> PlaceOf(const WorldArrival& arrival) const;
  TriggerWalk WalkFrom(const NavLocation& start, const NavLocation& end) const;

  WalkToPlace TellWalk(const TriggerWalk& walk) const;

  const std::shared_ptr<const TriggerWaypoints> triggers_;
  const Scratch::Lease<Exclusions> excluded_;
  const Exclusions* const exclusions_;  // null: nothing is excluded
  NavLocation start_;                   // of the heads
};

// The portals of a map of waypoints: where paths enter their triggers, found on first use.
using WaypointPortals = TriggerPortals<TriggerWaypoints, WaypointWorldWalks>;

}  // namespace waystone
