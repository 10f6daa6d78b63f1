// Shortest paths over the free voxels of a volume. A step leads to one of the 26 voxels around, if all voxels
// of the box that both span are free.
#pragma once

#include "core/volume/volume_path.h"
#include "core/volume/volume_scratch.h"
#include "core/volume/volume_view.h"

namespace waystone {

// A shortest path, by 3D jump points, without an index. The search goes over the voxels at which steps are forced
// (core/volume/forced_steps.h). Runs between them go on a little at a time, by their estimates. max_expansions
// bounds the nodes; more than 16 million runs open at a time end the search as well.
void FindVolumePath(const VolumeView& volume, const VolumeQuery& query, VolumeScratch& scratch,
                    VolumePath& path);

}  // namespace waystone
