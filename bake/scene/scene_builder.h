// The surfaces of a map's scenes beside its ground, and the ways between them (S3.3).
//
// All are polygons of one surface, so that whatever works on polygons and links works on them: a layer is the level
// rectangles that cover its free cells, a point or a cube a small square through its middle. Links lead from polygon
// to polygon, of kind swim through water and fly through air, and need the ability of that name.
#pragma once

#include <cstdint>

#include "absl/status/statusor.h"
#include "bake/navmesh/polygon_soup.h"
#include "bake/scene/scene_input.h"
#include "bake/scene/scene_rules.h"
#include "core/map/agent_profile.h"
#include "core/navmesh/navmesh_data.h"

namespace waystone {

// Appends the polygons of the scenes to `soup`, which has the agent's ground, and numbers all polygons by their
// external ids from 0 on. InvalidArgument if a scene is too large for its cells. Deterministic.
absl::StatusOr<BuiltScenes> BuildScenes(const SceneInput& input, PolygonSoup& soup);

// The scenes as a package holds them: which polygon belongs to which, ground by its middle `up_m` higher. The mesh's
// external ids, by which links named polygons, are forgotten. REQUIRES: the mesh is built of the soup of
// BuildScenes, with `ground_count` polygons of ground.
SceneData FinishScenes(const SceneOrder& order, const BuiltScenes& built, uint32_t ground_count, double up_m,
                       NavmeshData& mesh);

// The cells' side if the settings have none.
double DefaultSceneCell_m(const AgentProfile& agent);

}  // namespace waystone
