// Whether a volume and what is baked beside it agree.
#pragma once

#include "absl/status/status.h"
#include "core/navmesh/navmesh_view.h"
#include "core/volume/volume_view.h"

namespace waystone {

// DataLoss unless each part of the volume has a polygon. O(1).
absl::Status CheckVolumeFits(const VolumeView& volume, const NavmeshView& mesh);

}  // namespace waystone
