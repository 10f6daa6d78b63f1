#include "core/volume/voxel_clearance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "core/base/status_macros.h"

namespace waystone {
namespace {

// Calls use(first, last) for each run of blocked voxels.
template <typename Use>
void ForEachBlockedRun(const VoxelBits& bits, int32_t y, int32_t z, const Use& use) {
  int32_t at = 0;
  ForEachRun(bits, y, z, [&](uint32_t first, uint32_t last) {
    if (static_cast<int32_t>(first) > at) use(at, static_cast<int32_t>(first) - 1);
    at = static_cast<int32_t>(last) + 1;
  });
  const auto side = static_cast<int32_t>(bits.size().sides[0]);
  if (at < side) use(at, side - 1);
}

}  // namespace

absl::Status BlockNear(double reach, const Deadline& deadline, VoxelBits& bits) {
  const std::array<uint32_t, 3>& sides = bits.size().sides;
  const auto last = [&](size_t axis) { return static_cast<int32_t>(sides[axis]) - 1; };
  const auto most = static_cast<int32_t>(std::min(std::ceil(reach), double{kMaxVolumeSide}));
  // [voxels] How far along x cubes lie too near to one that is so far across.
  const auto reach_along = [&](int32_t y_off, int32_t z_off) {
    const double y = std::max(std::abs(y_off) - 1, 0);
    const double z = std::max(std::abs(z_off) - 1, 0);
    const double left = reach * reach - y * y - z * z;
    return left > 0 ? static_cast<int32_t>(std::ceil(std::sqrt(left))) : -1;
  };
  const VoxelBits was = bits;
  for (int32_t z = 0; z <= last(2); ++z) {
    WS_RETURN_IF_ERROR(CheckInTime(deadline));
    for (int32_t y = 0; y <= last(1); ++y) {
      const bool is_rim = std::min({y, z, last(1) - y, last(2) - z}) < reach;
      bits.BlockRun(0, is_rim ? last(0) : std::min(most - 1, last(0)), y, z);
      bits.BlockRun(std::max(last(0) - most + 1, 0), last(0), y, z);
      ForEachBlockedRun(was, y, z, [&](int32_t first, int32_t end) {
        for (int32_t z_off = std::max(-most, -z); z_off <= std::min(most, last(2) - z); ++z_off) {
          for (int32_t y_off = std::max(-most, -y); y_off <= std::min(most, last(1) - y); ++y_off) {
            const int32_t along = reach_along(y_off, z_off);
            if (along < 0) continue;
            bits.BlockRun(std::max(first - along, 0), std::min(end + along, last(0)), y + y_off, z + z_off);
          }
        }
      });
    }
  }
  return absl::OkStatus();
}

}  // namespace waystone
