// A volume as stored in a package. docs/volumes.md draws it.
#pragma once

#include <cstdint>
#include <type_traits>

namespace waystone {

inline constexpr double kMinVoxel_m = 0.01;
inline constexpr double kMaxVoxel_m = 100;

struct VolumeHeader {
  uint32_t sides[3];      // [voxels, 1-8192] along x, y and z
  uint32_t part_count;    // connected parts of the free voxels
  double corner_m[3];     // [m] map-local, of voxel (0, 0, 0)
  double voxel_m;         // [m, 0.01-100] side of a voxel
  uint64_t free_count;    // [voxels]
  uint64_t row_start[3];  // in the rows, of those along x, y and z
  uint32_t is_water;      // 1: agents swim in it; 0: they fly
  uint32_t reserved;      // zero
};
static_assert(sizeof(VolumeHeader) == 88 && std::is_trivially_copyable_v<VolumeHeader>);

// 64 voxels in a row: bit i is the i-th.
struct VoxelWord {
  uint64_t free;
  // Free, and a straight run along the row that comes from the voxel before (after) has to stop there, as
  // steps are forced (ForcedAfterStraight).
  uint64_t stops_upwards;
  uint64_t stops_downwards;

  friend bool operator==(const VoxelWord&, const VoxelWord&) = default;
};
static_assert(sizeof(VoxelWord) == 24 && std::is_trivially_copyable_v<VoxelWord>);

// The first two words of every volume.
inline constexpr VoxelWord kBlockedWord{0, 0, 0};
inline constexpr VoxelWord kOpenWord{~uint64_t{0}, 0, 0};
inline constexpr uint32_t kBlockedWordId = 0;
inline constexpr uint32_t kOpenWordId = 1;

// Free voxels in a row along x, as many as there are: [first, last].
struct VoxelRun {
  uint16_t first;
  uint16_t last;
  uint32_t part;  // that they belong to
};
static_assert(sizeof(VoxelRun) == 8 && std::is_trivially_copyable_v<VoxelRun>);

}  // namespace waystone
