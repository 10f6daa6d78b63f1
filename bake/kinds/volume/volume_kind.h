// Maps whose surface is a volume.
#pragma once

#include <span>

#include "absl/status/status.h"
#include "bake/portals/portal_baker.h"
#include "bake/stages/bake_run.h"

namespace waystone {

// A source of voxels, each of which is free for the agent's body or not. The stages "import", "volume" and
// "navmesh". Errors as RunBake's.
absl::Status ReadVoxels(BakeRun& run);

// InvalidArgument if the settings ask for what no volume can have: links, changed ground.
absl::Status CheckVolumeSettings(const BakeRun& run);

// For each agent the volume of what its body fits into between run.surfaces.solid, whose positions are absolute and
// then relative to the origin, which is set. The stages "voxels", "volume" and "navmesh". InvalidArgument if
// nothing is free for one, or there would be more than kMaxVoxels.
absl::Status FillVolumes(BakeRun& run);

// What is baked over voxels.
std::span<const BakeStage> VolumeStages();
const PortalBaker& PortalsOfVolumes();

}  // namespace waystone
