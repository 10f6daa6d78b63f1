#include "core/volume/nearest_voxel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace waystone {
namespace {

constexpr double kInset = 1.0 / 1024;  // [voxels] of a place from its voxel's sides

// In voxels: voxel i takes [i, i + 1].
class NearestPlace {
 public:
  NearestPlace(const VolumeView& volume, const std::array<double, 3>& point, const NearestLimits& limits,
               absl::FunctionRef<bool(uint32_t part)> admit)
      : volume_(volume), point_(point), admit_(admit) {
    radius_ = limits.radius_m / volume.header().voxel_m;
    above_ = limits.above_m / volume.header().voxel_m;
    below_ = limits.below_m / volume.header().voxel_m;
  }

  std::optional<std::array<double, 3>> Find() {
    ForEachNumber(2, radius_, radius_, [&](int32_t z, double off_z) {
      if (off_z > radius_ || off_z * off_z >= least_sq_) return false;
      ForEachNumber(1, below_, above_, [&](int32_t y, double off_y) {
        if (off_y * off_y + off_z * off_z >= least_sq_) return false;
        TryRow(y, z, off_z);
        return true;
      });
      return true;
    });
    return found_;
  }

 private:
  // The nearest coordinate to the point's inside of voxels first to last.
  double Inside(size_t axis, int32_t first, int32_t last) const {
    return std::clamp(point_[axis], first + kInset, last + 1 - kInset);
  }

  // Calls use(number, how far away) for the voxels of an axis, outwards from the point, until both directions
  // refuse or end.
  template <typename Use>
  void ForEachNumber(size_t axis, double down, double up, const Use& use) {
    const auto side = static_cast<int32_t>(volume_.size().sides[axis]);
    const auto clamped = [&](double number) {
      return static_cast<int32_t>(std::clamp(std::floor(number), 0.0, double{1} * side - 1));
    };
    const int32_t middle = clamped(point_[axis]);
    const int32_t low = clamped(point_[axis] - down);
    const int32_t high = clamped(point_[axis] + up);
    const auto off = [&](int32_t number) { return std::abs(Inside(axis, number, number) - point_[axis]); };
    const auto is_within = [&](int32_t number) {
      return off(number) <= (number > point_[axis] ? up : down) + kInset;
    };
    bool goes_up = true;
    bool goes_down = true;
    for (int32_t k = 0; goes_up || goes_down; ++k) {
      goes_up = goes_up && middle + k <= high;
      if (goes_up && is_within(middle + k)) goes_up = use(middle + k, off(middle + k));
      goes_down = goes_down && middle - k >= low;
      if (k > 0 && goes_down && is_within(middle - k)) goes_down = use(middle - k, off(middle - k));
    }
  }

  void TryRow(int32_t y, int32_t z, double off_z) {
    for (const VoxelRun& run : volume_.RunsAt(y, z)) {
      const std::array<double, 3> place = {Inside(0, run.first, run.last), Inside(1, y, y), Inside(2, z, z)};
      const double off_x = place[0] - point_[0];
      if (off_x * off_x + off_z * off_z > (radius_ + kInset) * (radius_ + kInset)) continue;
      const double off_y = place[1] - point_[1];
      const double off_sq = off_x * off_x + off_y * off_y + off_z * off_z;
      if (off_sq >= least_sq_ || !admit_(run.part)) continue;
      least_sq_ = off_sq;
      found_ = place;
    }
  }

  const VolumeView& volume_;
  const std::array<double, 3>& point_;
  absl::FunctionRef<bool(uint32_t part)> admit_;
  double radius_ = 0;  // [voxels]
  double above_ = 0;
  double below_ = 0;
  double least_sq_ = std::numeric_limits<double>::infinity();
  std::optional<std::array<double, 3>> found_;
};

}  // namespace

std::optional<Vec3> NearestFreePlace(const VolumeView& volume, const Vec3& point, const NearestLimits& limits,
                                     absl::FunctionRef<bool(uint32_t part)> admit) {
  const Voxel own = volume.VoxelAt(point);
  if (volume.size().Contains(own)) {
    const std::optional<uint32_t> part = volume.PartOf(own);
    if (part.has_value() && admit(*part)) return point;
  }
  const VolumeHeader& h = volume.header();
  const std::array<double, 3> at = {(point.x - h.corner_m[0]) / h.voxel_m,
                                    (point.y - h.corner_m[1]) / h.voxel_m,
                                    (point.z - h.corner_m[2]) / h.voxel_m};
  const auto found = NearestPlace(volume, at, limits, admit).Find();
  if (!found.has_value()) return std::nullopt;
  const auto in_metres = [&](size_t axis) { return h.corner_m[axis] + (*found)[axis] * h.voxel_m; };
  return Vec3(in_metres(0), in_metres(1), in_metres(2));
}

}  // namespace waystone
