#include "core/surface/volume/volume_walks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/volume/volume_flood.h"

namespace waystone {
namespace {

constexpr double kUnit = static_cast<double>(kVoxelStepLengths[1]);

class VolumeWalkFlood final : public WalkFlood {
 public:
  explicit VolumeWalkFlood(const VolumeView& volume) : volume_(volume), voxel_m_(volume.header().voxel_m) {}

  void Begin(const NavLocation& from) override { flood_.Begin(volume_, volume_.VoxelAt(from.point)); }
  SearchOutcome GrowTo(double limit_m, const FloodOptions& options) override {
    constexpr double kMost = 1e6;  // [voxels] longer than any path that a flood's nodes allow
    const double limit = std::min(limit_m / voxel_m_, kMost);
    return flood_.GrowTo(static_cast<VoxelLength>(limit * kUnit),
                         std::min(options.max_nodes, options.max_expansions), options.deadline);
  }
  double DistanceTo(const NavLocation& place) override {
    const VoxelLength length = flood_.LengthTo(volume_.VoxelAt(place.point));
    return length == kNoVoxelLength ? std::numeric_limits<double>::infinity() : InVoxels(length) * voxel_m_;
  }
  double grown_to_m() const override { return InVoxels(flood_.grown_to()) * voxel_m_; }
  uint32_t expansions() const override { return flood_.expansions(); }

 private:
  const VolumeView& volume_;
  const double voxel_m_;
  VolumeFlood flood_;
};

}  // namespace

std::unique_ptr<WalkFlood> VolumeWalkGround::MakeFlood() const {
  return std::make_unique<VolumeWalkFlood>(volume_);
}

// The middles of the voxels are that near, and the places in them.
double VolumeWalkGround::PlaneReach_m(double walk_m) const {
  return walk_m + std::numbers::sqrt2 * volume_.header().voxel_m;
}

void VolumeWalkGround::Cover(const NavLocation& place, double /*radius_m*/,
                             std::vector<WalkSample>& samples) const {
  samples.assign(1, {place, 0});
}

}  // namespace waystone
