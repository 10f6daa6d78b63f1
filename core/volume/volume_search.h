// Shortest paths over the free voxels of a volume. A step leads to one of the 26 voxels around, if all voxels
// of the box that both span are free.
#pragma once

#include <vector>

#include "core/volume/volume_path.h"
#include "core/volume/volume_scratch.h"
#include "core/volume/volume_view.h"

namespace waystone {

// What FindVolumePath keeps from query to query. One owner, one thread. Grows to the largest search so far.
struct VolumeSearchScratch {
  VolumeScratch from_start;
  VolumeScratch from_goal;

  // [bytes]
  uint64_t HeapBytes() const { return from_start.HeapBytes() + from_goal.HeapBytes(); }
};

// A shortest path, by 3D jump points, without an index. Searches go over the voxels at which steps are forced
// (core/volume/forced_steps.h), from the start and soon from the goal as well, until one of them has proved that no
// path is shorter than the best one known. Runs between nodes go on a little at a time, by their estimates.
// max_expansions bounds the nodes of both; more than 16 million runs open at a time end the search as well.
void FindVolumePath(const VolumeView& volume, const VolumeQuery& query, VolumeSearchScratch& scratch,
                    VolumePath& path);

// A shortest path from any of the sources to the query's goal, its lengths what it has behind it included, among those
// shorter than `below`. One search by jump points, which looks at sources only as far as such a path may begin there.
// Each that it looks at counts as a search node. Ignores the query's start.
void FindPathFromAny(const VolumeView& volume, const VolumeSources& sources, const VolumeQuery& query,
                     VoxelLength below, VolumeSearchScratch& scratch, VolumePath& path);

// Leaves out voxels at which a path goes straight on.
void LeaveOutStraightOnes(std::vector<Voxel>& turns);

}  // namespace waystone
