// Walks to and from portals in volumes.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "core/surface/portal_surface.h"
#include "core/surface/volume/volume_triggers.h"
#include "core/surface/volume/volumes_of_map.h"
#include "core/world/portal_query.h"

namespace waystone {

// The triggers in the volumes of one map, for each mode: made on first use and kept, as many bytes as the volume has if
// walking into some of them teleports. Agents have volumes of their own. Thread-safe.
class TriggerVolumes {
 public:
  // Those of the exits. The view is always of the same map. DeadlineExceeded, Cancelled, if changes were applied to it; those
  // of a baked one serve all. REQUIRES: it is a volume.
  absl::StatusOr<const VolumeTriggers*> Of(WorldMode mode, const MapView& map,
                                           std::span<const WorldPortal> exits,
                                           const Deadline& deadline) const;

  // [bytes] Of those made so far.
  uint64_t size_bytes() const { return size_bytes_.load(std::memory_order_relaxed); }

 private:
  mutable std::mutex mutex_;
  // By the surface's variant.
  mutable std::map<std::pair<uint16_t, WorldMode>, std::unique_ptr<const VolumeTriggers>> triggers_;
  mutable std::atomic<uint64_t> size_bytes_{0};
};

// A walk as a route: from a place over the middles of voxels to another place, or to the middle of its last voxel.
RouteAnswer AnswerOfVolumeWalk(const MapView& map, const VolumePath& path, const NavLocation& from,
                               const std::optional<NavLocation>& to);

class VolumeWorldWalks final : public WorldWalks {
 public:
  VolumeWorldWalks(const WorldGround& ground, std::shared_ptr<const TriggerVolumes> triggers,
                   Scratch& scratch)
      : WorldWalks(ground, scratch), triggers_(std::move(triggers)), volume_(VolumeOf(ground_.view)) {}

  bool Searches() const override { return true; }
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
  Voxel VoxelOf(const RouteAnswer& walk, size_t point) const;
  // [m] a place as near to the middle of its voxel lies on it.
  double Nearly_m() const { return volume_.header().voxel_m / 1024; }
  // One of several walks to be found: an exit or an arrival of the map, and the least length that it may have.
  struct Candidate {
    uint32_t index = 0;
    VoxelLength least = 0;
  };

  absl::StatusOr<const VolumeTriggers*> Triggers() const;
  absl::StatusOr<std::optional<NavLocation>> PlaceOf(const WorldArrival& arrival) const;
  double Cost_m(VoxelLength length) const;
  RouteReason FindEach(const std::vector<Candidate>& candidates, const WalkBounds& bounds,
                       absl::FunctionRef<VolumePath(uint32_t, VoxelLength)> find,
                       std::vector<VolumePath>& walks) const;
  VolumePath FindWalk(const NavLocation& start, const NavLocation& end, VoxelLength below);
  RouteAnswer Draw(VolumePath path, const NavLocation& start, const std::optional<NavLocation>& end) const;
  WalkToPlace TellWalk(const NavLocation& start, const NavLocation& end);

  const std::shared_ptr<const TriggerVolumes> triggers_;
  const VolumeView& volume_;
  NavLocation start_;              // of the heads
  std::vector<VolumePath> heads_;  // from there, by exit
};

// The portals of a map that is a volume.
using VolumePortals = TriggerPortals<TriggerVolumes, VolumeWorldWalks>;

}  // namespace waystone
