// Walks to and from portals on maps of waypoints.
#pragma once

#include <vector>

#include "core/path/surface_path.h"
#include "core/query/world_walks.h"
#include "core/world/portal_query.h"

namespace waystone {

class WaypointWorldWalks final : public WorldWalks {
 public:
  using WorldWalks::WorldWalks;

  SnapResult SnapTo(const Vec3& local, bool leaves) override;
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

  NavLocation start_;  // of the heads
};

}  // namespace waystone
