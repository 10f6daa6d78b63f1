// The yardstick of searches over volumes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/volume/volume_view.h"

namespace waystone {

// A* voxel by voxel to the 26 neighbours, with a binary heap and blocks of nodes that are made as the search comes
// there. Made once per map. One thread.
class PlainVolumeSearch {
 public:
  // The volume must outlive it.
  explicit PlainVolumeSearch(const VolumeView& volume);

  // The length of a shortest path. REQUIRES: both voxels are free.
  std::optional<VoxelLength> Find(const Voxel& start, const Voxel& goal);
  // Of the last call.
  uint64_t expanded() const { return expanded_; }

 private:
  struct Node {
    VoxelLength length = kNoVoxelLength;
    bool is_closed = false;
  };
  static constexpr uint32_t kBlockBits = 3;
  using Block = std::array<Node, size_t{1} << (3 * kBlockBits)>;
  struct Open {
    VoxelLength estimate;
    VoxelLength length;
    Voxel voxel;
  };
  // Of the same estimate, the longer path first: it is nearer to the goal.
  struct IsLater {
    bool operator()(const Open& a, const Open& b) const {
      return a.estimate != b.estimate ? a.estimate > b.estimate : a.length < b.length;
    }
  };

  Node& NodeAt(const Voxel& voxel);
  void Push(const Voxel& voxel, VoxelLength length, const Voxel& goal);

  const VolumeView& volume_;
  std::array<uint32_t, 3> sides_;  // [blocks]
  std::vector<uint32_t> block_of_;
  std::vector<uint32_t> made_;  // places in block_of_ that this search filled
  std::vector<Block> blocks_;
  std::vector<Open> open_;
  uint64_t expanded_ = 0;
};

}  // namespace waystone
