// Portals of maps on which every traveller walks by a surface and links of its own.
#pragma once

#include <optional>
#include <span>

#include "bake/portals/portal_baker.h"
#include "core/surface/snap.h"

namespace waystone {

// Places and bakes for each traveller by itself, and bakes once for those who walk alike.
class SurfacePortalBaker : public PortalBaker {
 public:
  absl::StatusOr<PlacedTrigger> PlaceTrigger(const WalkedMap& map, const TriggerSpec& spec) const override;
  absl::StatusOr<MapArrival> PlacePoint(const WalkedMap& map, const PlaceSpec& spec) const override;

  // The ground nearest to a point, as one traveller has the map.
  PlacedPoint PlaceOn(const MapView& map, const Vec3& point) const;
  // The walks of one traveller, to whomever exits are closed. None from arrivals without ground.
  virtual absl::StatusOr<WalksByMode> BakeWalks(const MapView& map, std::span<const MapExit> exits,
                                                std::span<const PlacedPoint> arrivals) const = 0;

 private:
  absl::StatusOr<BakedPortals> BakeAll(const WalkedMap& map, std::span<const MapExit> exits,
                                       std::span<const MapArrival> arrivals, bool has_tables) const override;

  // The ground of a box nearest to its middle, if there is any.
  virtual std::optional<Vec3> GroundIn(const MapView& map, const Aabb& box) const = 0;
  // Within the default limits.
  virtual SnapResult SnapLocal(const MapView& map, const Vec3& position) const = 0;
};

}  // namespace waystone
