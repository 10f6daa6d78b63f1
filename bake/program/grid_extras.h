// What makes searches over a grid faster, baked beside its cells.
#pragma once

#include "absl/status/status.h"
#include "bake/program/bake_job.h"
#include "bake/program/bake_log.h"
#include "bake/program/map_surfaces.h"

namespace waystone {

// The stages "hierarchy", "jumps", "goal bounds", "jump choice", "blocks" and "trunk", as the settings ask
// for them. What is left out adds why to the strategy's reason. InvalidArgument where the settings insist on
// what the grid cannot have, or on a trunk that cannot be. REQUIRES: surfaces.grid.
absl::Status BakeGridExtras(const BakeJob& job, BakeLog& log, MapSurfaces& surfaces);

}  // namespace waystone
