// A source of triangles: classified, voxelised and cut into polygons for each agent.
#pragma once

#include "absl/status/statusor.h"
#include "bake/program/bake_job.h"
#include "bake/program/bake_log.h"
#include "bake/program/map_surfaces.h"

namespace waystone {

// The stages "import", "classify" and, per agent, "polygons" and "navmesh". Errors as RunBake's.
absl::StatusOr<MapSurfaces> SurfacesFromMesh(const BakeJob& job, BakeLog& log);

}  // namespace waystone
