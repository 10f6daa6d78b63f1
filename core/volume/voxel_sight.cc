#include "core/volume/voxel_sight.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace waystone {
namespace {

using Point = std::array<double, 3>;

// In voxels: voxel i takes [i, i + 1].
Point InVoxelUnits(const VolumeView& volume, const Vec3& point) {
  const VolumeHeader& h = volume.header();
  return {(point.x - h.corner_m[0]) / h.voxel_m, (point.y - h.corner_m[1]) / h.voxel_m,
          (point.z - h.corner_m[2]) / h.voxel_m};
}

double Gap(double at, int32_t number) { return std::max({0.0, number - at, at - (number + 1)}); }

// Cuts the line from `a` by `over` to the part in the volume; false if nothing is left of [first, last].
bool CutToVolume(const VolumeSize& size, const Point& a, const Point& over, double& first, double& last) {
  for (size_t axis = 0; axis < 3; ++axis) {
    const double side = size.sides[axis];
    if (over[axis] == 0) {
      if (a[axis] < 0 || a[axis] > side) return false;
      continue;
    }
    const auto [enter, leave] = std::minmax({-a[axis] / over[axis], (side - a[axis]) / over[axis]});
    first = std::max(first, enter);
    last = std::min(last, leave);
  }
  return first <= last;
}

}  // namespace

double RoomAround_m(const VolumeView& volume, const Vec3& point, double limit_m) {
  const double voxel_m = volume.header().voxel_m;
  const Point at = InVoxelUnits(volume, point);
  double least = limit_m / voxel_m;
  for (size_t axis = 0; axis < 3; ++axis) {
    least = std::min({least, at[axis], volume.size().sides[axis] - at[axis]});
  }
  if (least <= 0) return 0;
  const auto numbers = [&](size_t axis) {
    return std::pair(std::max(0, static_cast<int32_t>(std::floor(at[axis] - least))),
                     std::min(static_cast<int32_t>(volume.size().sides[axis]) - 1,
                              static_cast<int32_t>(std::floor(at[axis] + least))));
  };
  const auto [first_y, last_y] = numbers(1);
  const auto [first_z, last_z] = numbers(2);
  double least_sq = least * least;
  for (int32_t z = first_z; z <= last_z; ++z) {
    for (int32_t y = first_y; y <= last_y; ++y) {
      const double beside_sq = Gap(at[1], y) * Gap(at[1], y) + Gap(at[2], z) * Gap(at[2], z);
      if (beside_sq >= least_sq) continue;
      // The free run around the point's x: what ends it is blocked.
      double off = 0;
      for (const VoxelRun& run : volume.RunsAt(y, z)) {
        if (run.first > at[0]) break;
        if (run.last + 1 >= at[0]) off = std::min(at[0] - run.first, run.last + 1 - at[0]);
      }
      least_sq = std::min(least_sq, beside_sq + off * off);
    }
  }
  return std::sqrt(least_sq) * voxel_m;
}

bool BlocksSight(const VolumeView& volume, const Vec3& from, const Vec3& to) {
  const Point a = InVoxelUnits(volume, from);
  const Point b = InVoxelUnits(volume, to);
  const Point over = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  double first = 0;
  double last = 1;
  if (!CutToVolume(volume.size(), a, over, first, last)) return false;
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  Voxel voxel;
  Point next{};  // where along the line the next voxel begins, by axis
  Point step{};
  for (size_t axis = 0; axis < 3; ++axis) {
    const double at = a[axis] + over[axis] * first;
    const auto most = static_cast<double>(volume.size().sides[axis]) - 1;
    voxel.along[axis] = static_cast<int32_t>(std::clamp(std::floor(at), 0.0, most));
    const int32_t border = voxel.along[axis] + (over[axis] > 0 ? 1 : 0);
    next[axis] = over[axis] == 0 ? kInfinite : (border - a[axis]) / over[axis];
    step[axis] = over[axis] == 0 ? kInfinite : 1 / std::abs(over[axis]);
  }
  for (;;) {
    if (!volume.IsFree(voxel)) return true;
    const size_t axis = next[0] <= next[1] ? (next[0] <= next[2] ? 0 : 2) : (next[1] <= next[2] ? 1 : 2);
    if (next[axis] > last) return false;
    voxel.along[axis] += over[axis] > 0 ? 1 : -1;
    if (!volume.size().Contains(voxel)) return false;
    next[axis] += step[axis];
  }
}

}  // namespace waystone
