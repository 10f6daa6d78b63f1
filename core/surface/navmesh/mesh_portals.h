// Walks to and from portals on meshes.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/surface/navmesh/trigger_meshes.h"
#include "core/surface/portal_surface.h"
#include "core/surface/trigger_entry.h"
#include "core/surface/trigger_walk.h"
#include "core/world/portal_query.h"

namespace waystone {

class MeshWorldWalks final : public WorldWalks {
 public:
  MeshWorldWalks(const WorldGround& ground, std::shared_ptr<const TriggerMeshes> triggers, Scratch& scratch)
      : WorldWalks(ground, scratch), triggers_(std::move(triggers)) {}

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
  absl::Status DrawStored(RouteAnswer& walk) override;

 private:
  absl::StatusOr<const CutMesh*> Cut() const;
  RouteAnswer Smoothed(RouteAnswer walk) const;
  bool KeepsOff() const;
  absl::StatusOr<std::optional<NavLocation>> PlaceOf(const WorldArrival& arrival) const;
  absl::StatusOr<RouteReason> FindTailsAroundTriggers(const NavLocation& end, uint32_t goal,
                                                      std::vector<PortalTail>& tails);
  WalkToPlace WalkOver(const NavLocation& start, const NavLocation& end);
  absl::StatusOr<WalkToPlace> WalkAround(const NavLocation& start, const NavLocation& end);

  const std::shared_ptr<const TriggerMeshes> triggers_;
  NavLocation start_;                  // of the heads
  std::vector<TriggerEntry> entries_;  // from there, by exit
};

// The portals of a map that is a mesh: its surface cut along their triggers, made on first use.
using MeshPortals = TriggerPortals<TriggerMeshes, MeshWorldWalks>;

}  // namespace waystone
