// Walks to and from portals on meshes.
#pragma once

#include <vector>

#include "core/query/trigger_entry.h"
#include "core/query/world_walks.h"
#include "core/world/portal_query.h"

namespace waystone {

class MeshWorldWalks final : public WorldWalks {
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
  absl::StatusOr<const CutMesh*> Cut() const;
  bool KeepsOff() const;
  absl::StatusOr<NavLocation> PlaceOf(const WorldArrival& arrival) const;
  absl::StatusOr<RouteReason> FindTailsAroundTriggers(const NavLocation& end, uint32_t goal,
                                                      std::vector<PortalTail>& tails);
  absl::StatusOr<WalkToPlace> WalkOver(const Vec3& start, const Vec3& end);
  absl::StatusOr<WalkToPlace> WalkAround(const NavLocation& start, const NavLocation& end);

  NavLocation start_;                  // of the heads
  std::vector<TriggerEntry> entries_;  // from there, by exit
};

}  // namespace waystone
