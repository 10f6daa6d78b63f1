// Distances through a volume, for rules of placements.
#pragma once

#include <memory>
#include <vector>

#include "core/placement/walk_ground.h"
#include "core/volume/volume_view.h"

namespace waystone {

// Between places by the lengths of paths over voxels, from middle to middle.
class VolumeWalkGround final : public WalkGround {
 public:
  // The volume must outlive it and its floods.
  explicit VolumeWalkGround(const VolumeView& volume) : volume_(volume) {}

  std::unique_ptr<WalkFlood> MakeFlood() const override;
  Effort MostEffort() const override { return {30'000'000, 1 << 16}; }
  double PlaneReach_m(double walk_m) const override;
  // Volumes are not placed in by polygons: the place itself stands for all.
  void Cover(const NavLocation& place, double radius_m, std::vector<WalkSample>& samples) const override;

 private:
  const VolumeView& volume_;
};

}  // namespace waystone
