// A source of ready-made polygons: they are the surface of one agent as they are.
#pragma once

#include "absl/status/statusor.h"
#include "bake/program/bake_job.h"
#include "bake/program/bake_log.h"
#include "bake/program/map_surfaces.h"

namespace waystone {

// The stages "import" and "navmesh". Settings that only mean something for triangles are warnings. Errors as
// RunBake's. REQUIRES: IsNavmeshSource(job.source_path).
absl::StatusOr<MapSurfaces> SurfacesFromNavmesh(const BakeJob& job, BakeLog& log);

}  // namespace waystone
