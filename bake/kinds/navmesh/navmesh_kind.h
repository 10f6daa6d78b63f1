// Maps whose surface is a navigation mesh.
#pragma once

#include <span>

#include "absl/status/status.h"
#include "bake/portals/portal_baker.h"
#include "bake/stages/bake_run.h"

namespace waystone {

// A source of triangles: classified, voxelised and cut into polygons for each agent. The stages "import",
// "classify" and, per agent, "polygons" and "navmesh". Errors as RunBake's.
absl::Status ReadTriangles(BakeRun& run);
// A source of ready-made polygons: they are the surface of one agent as they are. The stages "import" and
// "navmesh". Settings that only mean something for triangles are warnings. Errors as RunBake's.
absl::Status ReadPolygons(BakeRun& run);

// What is baked over such a surface, and for the portals on it.
std::span<const BakeStage> NavmeshStages();
const PortalBaker& PortalsOfMeshes();
// The same with scenes, and without indexes: paths are searched exactly.
std::span<const BakeStage> SceneStages();

}  // namespace waystone
