#include "core/volume/volume_flood.h"

#include <algorithm>

namespace waystone {
namespace {

constexpr uint32_t kPollInterval = 1024;  // [voxels]
constexpr StepSet kDone = 1;              // VolumeNode::done of a voxel that was expanded

}  // namespace

void VolumeFlood::Begin(const VolumeView& volume, const Voxel& start) {
  volume_ = &volume;
  nodes_.Clear();
  grown_to_ = 0;
  expansions_ = 0;
  const uint32_t node = nodes_.NodeAt(volume.size().IdOf(start));
  nodes_[node].length = 0;
  nodes_.Push(0, node);
}

SearchOutcome VolumeFlood::GrowTo(VoxelLength limit, uint32_t max_nodes, const Deadline& deadline) {
  while (!nodes_.IsDone() && nodes_.NextEstimate() < limit) {
    grown_to_ = std::max(grown_to_, nodes_.NextEstimate());
    if (expansions_ >= max_nodes) return SearchOutcome::kExpansionLimit;
    if (expansions_ % kPollInterval == kPollInterval - 1 && deadline.Expired()) return LateOutcome(deadline);
    const auto [id, is_current] = nodes_.Pop();
    if (!is_current || nodes_[id].done == kDone) continue;
    nodes_[id].done = kDone;
    ++expansions_;
    const Voxel voxel = volume_->size().VoxelOf(nodes_[id].voxel);
    const VoxelLength length = nodes_[id].length;
    ForEachStep(StepsFrom(volume_->Around(voxel)), [&](const VoxelStep& step) {
      const uint32_t next = nodes_.NodeAt(volume_->size().IdOf(After(voxel, step)));
      if (length + step.length >= nodes_[next].length) return;
      nodes_[next].length = length + step.length;
      nodes_.Push(nodes_[next].length, next);
    });
  }
  grown_to_ = std::max(grown_to_, limit);
  return SearchOutcome::kExhausted;
}

}  // namespace waystone
