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

// What is baked over such voxels. No portal leads from or to them.
std::span<const BakeStage> VolumeStages();
const PortalBaker& PortalsOfVolumes();

}  // namespace waystone
