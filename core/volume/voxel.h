// The cubes of a volume, and exact lengths of paths over them.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace waystone {

// A cube of a volume by its numbers along x, y (up) and z.
struct Voxel {
  std::array<int32_t, 3> along{};

  friend auto operator<=>(const Voxel&, const Voxel&) = default;
};

// From the least to the greatest numbers along each axis.
struct VoxelBox {
  Voxel low;
  Voxel high;

  bool Contains(const Voxel& voxel) const {
    for (size_t a = 0; a < 3; ++a) {
      if (voxel.along[a] < low.along[a] || voxel.along[a] > high.along[a]) return false;
    }
    return true;
  }
};
// The voxel of a box that is nearest to another one.
inline Voxel NearestOf(const VoxelBox& box, const Voxel& to) {
  Voxel nearest = to;
  for (size_t axis = 0; axis < 3; ++axis) {
    nearest.along[axis] = std::clamp(to.along[axis], box.low.along[axis], box.high.along[axis]);
  }
  return nearest;
}

inline constexpr uint32_t kMaxVolumeSide = 8192;            // [voxels]
inline constexpr uint64_t kMaxVoxels = uint64_t{1} << 31U;  // of a volume

struct VolumeSize {
  std::array<uint32_t, 3> sides{};  // [voxels, 1-kMaxVolumeSide] along x, y and z; kMaxVoxels in all

  uint64_t VoxelCount() const { return uint64_t{sides[0]} * sides[1] * sides[2]; }
  bool IsValid() const {
    const auto is_side = [](uint32_t side) { return side >= 1 && side <= kMaxVolumeSide; };
    return std::all_of(sides.begin(), sides.end(), is_side) && VoxelCount() <= kMaxVoxels;
  }
  bool Contains(const Voxel& voxel) const {
    for (size_t a = 0; a < 3; ++a) {
      if (voxel.along[a] < 0 || static_cast<uint32_t>(voxel.along[a]) >= sides[a]) return false;
    }
    return true;
  }
  // A number below VoxelCount(). REQUIRES: Contains(voxel).
  uint32_t IdOf(const Voxel& voxel) const {
    const auto at = [&](size_t axis) { return static_cast<uint32_t>(voxel.along[axis]); };
    return (at(2) * sides[1] + at(1)) * sides[0] + at(0);
  }
  Voxel VoxelOf(uint32_t id) const {
    const auto number = [](uint32_t value) { return static_cast<int32_t>(value); };
    return {{number(id % sides[0]), number(id / sides[0] % sides[1]), number(id / sides[0] / sides[1])}};
  }

  friend bool operator==(const VolumeSize&, const VolumeSize&) = default;
};

// The length of a path in fixed point, so that lengths add up and compare exactly: paths of the same numbers
// of straight, planar and spatial steps are equal. Of others the shorter one is known if they differ by 1e-8
// of a voxel in 10,000 steps.
using VoxelLength = uint64_t;
inline constexpr uint32_t kVoxelFractionBits = 40;
inline constexpr VoxelLength kNoVoxelLength = ~VoxelLength{0};
// Of a step by how many numbers it changes: none, one (straight), two (planar), three (spatial).
inline constexpr std::array<VoxelLength, 4> kVoxelStepLengths = {
    0, VoxelLength{1} << kVoxelFractionBits, 1554944255988, 1904410002821};  // round(sqrt(2, 3) * 2^40)

inline double InVoxels(VoxelLength length) {
  return static_cast<double>(length) / static_cast<double>(VoxelLength{1} << kVoxelFractionBits);
}

// The length of the shortest path between two voxels if nothing is in the way: what `d` are apart.
inline VoxelLength LengthOver(std::array<int32_t, 3> d) {
  const int32_t x = std::abs(d[0]);
  const int32_t y = std::abs(d[1]);
  const int32_t z = std::abs(d[2]);
  const int32_t least = std::min(std::min(x, y), z);
  const int32_t most = std::max(std::max(x, y), z);
  const int32_t middle = x + y + z - least - most;
  return static_cast<VoxelLength>(most) * kVoxelStepLengths[1] +
         static_cast<VoxelLength>(middle) * (kVoxelStepLengths[2] - kVoxelStepLengths[1]) +
         static_cast<VoxelLength>(least) * (kVoxelStepLengths[3] - kVoxelStepLengths[2]);
}
inline VoxelLength LengthBetween(const Voxel& a, const Voxel& b) {
  return LengthOver({b.along[0] - a.along[0], b.along[1] - a.along[1], b.along[2] - a.along[2]});
}

}  // namespace waystone
