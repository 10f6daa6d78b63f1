// A source of cells: a grid, and the navmesh of its free cells' rectangles.
#pragma once

#include "absl/status/statusor.h"
#include "bake/program/bake_job.h"
#include "bake/program/bake_log.h"
#include "bake/program/map_surfaces.h"

namespace waystone {

// The stages "import", "rectangles", "navmesh" and, where the strategy is a grid, "grid". Settings that only
// mean something for triangles are warnings. Errors as RunBake's. REQUIRES: IsGridSource(job.source_path).
absl::StatusOr<MapSurfaces> SurfacesFromGrid(const BakeJob& job, BakeLog& log);

}  // namespace waystone
