// The triggers of portals in one volume: sets of free voxels, and walks into them and around them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/deadline.h"
#include "core/geom/trigger_box.h"
#include "core/surface/route_query.h"
#include "core/surface/trigger_walk.h"
#include "core/volume/volume_search.h"
#include "core/volume/volume_view.h"

namespace waystone {

// The voxels whose middles lie in a map-local box; none: there are none.
std::optional<VoxelBox> VoxelsIn(const VolumeView& volume, const Aabb& box);

// The triggers of one mode. A trigger is the free voxels whose middles lie in its box. Each step into a one-way trigger sets
// its portal off; if it leads into several, that of the first one. So walks take the voxels of one-way triggers for blocked,
// except those in which they begin and end. Any thread.
class VolumeTriggers {
 public:
  // O(voxels / 64 + those of one-way triggers + runs) if there are some. The volume must outlive it. DeadlineExceeded,
  // Cancelled.
  static absl::StatusOr<std::unique_ptr<const VolumeTriggers>> Make(const VolumeView& volume,
                                                                    std::span<const TriggerBox> boxes,
                                                                    const Deadline& deadline = {});
  VolumeTriggers(const VolumeTriggers&) = delete;
  VolumeTriggers& operator=(const VolumeTriggers&) = delete;

  // None: no voxel is in it, free or not.
  const std::optional<VoxelBox>& BoxOf(uint32_t exit) const { return triggers_[exit].box; }
  // The first one-way trigger that holds the voxel.
  std::optional<uint32_t> SetOffAt(const Voxel& voxel) const;

  // A shortest walk into the trigger of an exit, if it is shorter than `below`; turns are from the start to a voxel of
  // it. From within a trigger that is not one-way it has no length. REQUIRES (both): free voxels.
  VolumePath WalkInto(uint32_t exit, const Voxel& start, VoxelLength below, const TriggerWalkOptions& options,
                      VolumeSearchScratch& scratch) const;
  // A shortest walk from voxel to voxel, which may end in a one-way trigger.
  VolumePath WalkTo(const Voxel& start, const Voxel& goal, VoxelLength below,
                    const TriggerWalkOptions& options, VolumeSearchScratch& scratch) const;

  // The turns of such a walk in another shape (ShapedTurns; as they are if every voxel is asked for and they are too many). The
  // line leads through one-way triggers no more than the walk does, and has its ends and its steps into and out of them.
  std::vector<Voxel> Shaped(std::span<const Voxel> turns, RouteShape shape, const Deadline& deadline) const;

  // [bytes]
  uint64_t size_bytes() const;

 private:
  explicit VolumeTriggers(const VolumeView& volume) : volume_(volume), open_(volume) {}

  struct Trigger {
    std::optional<VoxelBox> box;
    bool is_one_way = false;
  };

  const VolumeView& volume_;
  std::vector<Trigger> triggers_;
  VolumeData packed_;
  VolumeView open_;  // without the voxels of one-way triggers
};

}  // namespace waystone
