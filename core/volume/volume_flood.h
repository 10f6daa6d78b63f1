// How far is it from one voxel to all others?
#pragma once

#include <cstdint>

#include "core/base/deadline.h"
#include "core/path/search_outcome.h"
#include "core/volume/volume_scratch.h"
#include "core/volume/volume_view.h"

namespace waystone {

// Dijkstra's search over the steps between free voxels. Keeps its memory from flood to flood. One thread.
class VolumeFlood {
 public:
  // Forgets the last flood and begins at a voxel. The volume must outlive it. REQUIRES: `start` is free.
  void Begin(const VolumeView& volume, const Voxel& start);
  // Expands all voxels nearer than `limit` that are not yet expanded. A later call continues. kExhausted, or
  // the limit that came first: more than `max_nodes` expanded since Begin, or the deadline.
  SearchOutcome GrowTo(VoxelLength limit, uint32_t max_nodes, const Deadline& deadline);

  // Exact if it is at most grown_to(); kNoVoxelLength if the flood did not come there. REQUIRES: a voxel of
  // the volume.
  VoxelLength LengthTo(const Voxel& voxel) const { return nodes_.LengthTo(volume_->size().IdOf(voxel)); }
  VoxelLength grown_to() const { return grown_to_; }
  uint32_t expansions() const { return expansions_; }

  // [bytes]
  uint64_t HeapBytes() const { return nodes_.HeapBytes(); }

 private:
  const VolumeView* volume_ = nullptr;
  VolumeScratch nodes_;
  VoxelLength grown_to_ = 0;
  uint32_t expansions_ = 0;
};

}  // namespace waystone
