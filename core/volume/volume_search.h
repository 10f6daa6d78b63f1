// Shortest paths over the free voxels of a volume. A step leads to one of the 26 voxels around, if all voxels
// of the box that both span are free.
#pragma once

#include "core/volume/volume_path.h"
#include "core/volume/volume_scratch.h"
#include "core/volume/volume_view.h"

namespace waystone {

// A shortest path, by 3D jump points, without a bake. The search goes over the voxels at which steps are forced
// (core/volume/forced_steps.h), by a bound of the length that grows until it suffices: runs that must lead to
// longer paths are cut off. max_expansions bounds the nodes of all rounds.
void FindVolumePath(const VolumeView& volume, const VolumeQuery& query, VolumeScratch& scratch,
                    VolumePath& path);

}  // namespace waystone
