#include "core/volume/voxel_clearance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "core/base/deadline_poll.h"
#include "core/volume/level_clearance.h"

namespace waystone {
namespace {

constexpr uint32_t kRunsPerLook = 16'384;
// What BlockNearByLevels takes for a voxel, in rows around a run: about as long, both measured.
constexpr uint64_t kRowsPerVoxel = 4;
constexpr uint64_t kMostRows = 1'000'000;  // that are listed

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

// A row beside another, and how many voxels along it lie too near to one of the other's.
struct NearRow {
  int32_t y;
  int32_t z;
  int32_t along;
};

std::vector<NearRow> RowsWithin(double reach, int32_t most) {
  std::vector<NearRow> rows;
  for (int32_t z = -most; z <= most; ++z) {
    for (int32_t y = -most; y <= most; ++y) {
      const double y_gap = std::max(std::abs(y) - 1, 0);
      const double z_gap = std::max(std::abs(z) - 1, 0);
      const double left = reach * reach - y_gap * y_gap - z_gap * z_gap;
      if (left > 0) rows.push_back({y, z, static_cast<int32_t>(std::ceil(std::sqrt(left)))});
    }
  }
  return rows;
}

uint64_t BlockedRunsOf(const VoxelBits& bits) {
  uint64_t count = 0;
  for (uint32_t z = 0; z < bits.size().sides[2]; ++z) {
    for (uint32_t y = 0; y < bits.size().sides[1]; ++y) {
      ForEachBlockedRun(bits, static_cast<int32_t>(y), static_cast<int32_t>(z),
                        [&](int32_t /*first*/, int32_t /*last*/) { ++count; });
    }
  }
  return count;
}

// Around each run of blocked voxels, in all rows that are near. O(runs x rows).
void BlockNearRuns(const std::vector<NearRow>& near, DeadlinePoll& poll, VoxelBits& bits) {
  const VoxelBits was = bits;
  const std::array<uint32_t, 3>& sides = bits.size().sides;
  const int32_t last_x = static_cast<int32_t>(sides[0]) - 1;
  for (int32_t z = 0; z < static_cast<int32_t>(sides[2]); ++z) {
    for (int32_t y = 0; y < static_cast<int32_t>(sides[1]); ++y) {
      if (poll.Expired(4)) return;
      ForEachBlockedRun(was, y, z, [&](int32_t first, int32_t end) {
        if (poll.Expired(near.size())) return;
        for (const NearRow& row : near) {
          const Voxel at{{0, y + row.y, z + row.z}};
          if (!bits.size().Contains(at)) continue;
          bits.BlockRun(std::max(first - row.along, 0), std::min(end + row.along, last_x), at.along[1],
                        at.along[2]);
        }
      });
    }
  }
}

}  // namespace

absl::Status BlockNear(double reach, const Deadline& deadline, VoxelBits& bits) {
  const std::array<uint32_t, 3>& sides = bits.size().sides;
  const auto last = [&](size_t axis) { return static_cast<int32_t>(sides[axis]) - 1; };
  const int32_t most_room = std::min({last(0), last(1), last(2)}) / 2;
  if (most_room < reach) {  // all of it is too near to an end
    bits = VoxelBits(bits.size());
    return absl::OkStatus();
  }
  const auto most = static_cast<int32_t>(std::ceil(reach));
  const uint64_t rows_across = 2 * static_cast<uint64_t>(most) + 1;
  const uint64_t rows = rows_across * rows_across;
  DeadlinePoll poll(deadline, kRunsPerLook);
  const bool by_runs =
      rows <= kMostRows && BlockedRunsOf(bits) * rows <= kRowsPerVoxel * bits.size().VoxelCount();
  if (by_runs) {
    BlockNearRuns(RowsWithin(reach, most), poll, bits);
  } else {
    BlockNearByLevels(reach, poll, bits);
  }
  for (int32_t z = 0; z <= last(2); ++z) {
    for (int32_t y = 0; y <= last(1); ++y) {
      const bool is_rim = std::min({y, z, last(1) - y, last(2) - z}) < reach;
      bits.BlockRun(0, is_rim ? last(0) : most - 1, y, z);
      bits.BlockRun(last(0) - most + 1, last(0), y, z);
    }
  }
  return poll.Status();
}

}  // namespace waystone
