// The stage that names a map's doors and cost profiles.
#pragma once

#include "absl/status/status.h"
#include "bake/stages/bake_run.h"

namespace waystone {

// The settings' doors and cost profiles as the package has them. InvalidArgument naming the door or profile: an unknown
// area or link, cells that the grid has not, something that means nothing on this kind of surface.
absl::Status NameDoors(BakeRun& run);

}  // namespace waystone
