#include "tests/oracle/plain_volume_search.h"

#include <algorithm>
#include <limits>

#include "core/volume/voxel_steps.h"

namespace waystone {
namespace {

constexpr uint32_t kNoBlock = std::numeric_limits<uint32_t>::max();

}  // namespace

PlainVolumeSearch::PlainVolumeSearch(const VolumeView& volume) : volume_(volume), sides_{} {
  for (size_t axis = 0; axis < 3; ++axis) {
    sides_[axis] = (volume.size().sides[axis] >> kBlockBits) + 1;
  }
  block_of_.assign(size_t{sides_[0]} * sides_[1] * sides_[2], kNoBlock);
}

std::optional<VoxelLength> PlainVolumeSearch::Find(const Voxel& start, const Voxel& goal) {
  for (const uint32_t place : made_) block_of_[place] = kNoBlock;
  made_.clear();
  open_.clear();
  expanded_ = 0;
  NodeAt(start).length = 0;
  Push(start, 0, goal);
  while (!open_.empty()) {
    std::pop_heap(open_.begin(), open_.end(), IsLater());
    const Open next = open_.back();
    open_.pop_back();
    Node& node = NodeAt(next.voxel);
    if (node.is_closed) continue;
    node.is_closed = true;
    ++expanded_;
    if (next.voxel == goal) return next.length;
    ForEachStep(StepsFrom(volume_.Around(next.voxel)), [&](const VoxelStep& step) {
      const Voxel voxel = After(next.voxel, step);
      const VoxelLength length = next.length + step.length;
      Node& other = NodeAt(voxel);
      if (length >= other.length) return;
      other.length = length;
      Push(voxel, length, goal);
    });
  }
  return std::nullopt;
}

PlainVolumeSearch::Node& PlainVolumeSearch::NodeAt(const Voxel& voxel) {
  std::array<uint32_t, 3> at{};
  for (size_t axis = 0; axis < 3; ++axis) at[axis] = static_cast<uint32_t>(voxel.along[axis]);
  const size_t place =
      (size_t{at[2] >> kBlockBits} * sides_[1] + (at[1] >> kBlockBits)) * sides_[0] + (at[0] >> kBlockBits);
  uint32_t& block = block_of_[place];
  if (block == kNoBlock) {
    block = static_cast<uint32_t>(made_.size());
    made_.push_back(static_cast<uint32_t>(place));
    if (block == blocks_.size()) {
      blocks_.emplace_back();
    } else {
      blocks_[block].fill({});
    }
  }
  constexpr uint32_t kMask = (1U << kBlockBits) - 1;
  return blocks_[block]
                [((at[2] & kMask) << (2 * kBlockBits)) | ((at[1] & kMask) << kBlockBits) | (at[0] & kMask)];
}

void PlainVolumeSearch::Push(const Voxel& voxel, VoxelLength length, const Voxel& goal) {
  open_.push_back({length + LengthBetween(voxel, goal), length, voxel});
  std::push_heap(open_.begin(), open_.end(), IsLater());
}

}  // namespace waystone
