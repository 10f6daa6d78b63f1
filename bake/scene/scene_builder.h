// The surfaces of a map's scenes beside its ground, and the ways between them (S3.3).
//
// All are polygons of one surface, so that whatever works on polygons and links works on them: a layer is the level
// rectangles that cover its free cells, a point or a cube a small square through its middle. Links lead from polygon
// to polygon, of kind swim through water and fly through air, and need the ability of that name.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/navmesh/polygon_soup.h"
#include "bake/scene/scene_rules.h"
#include "bake/scene/scene_settings.h"
#include "core/collision/collision_format.h"
#include "core/geom/vec.h"
#include "core/map/agent_profile.h"
#include "core/map/off_mesh_link.h"
#include "core/navmesh/navmesh_data.h"

namespace waystone {

struct SceneInput {
  std::span<const SceneSettings> settings;
  const SceneOrder& order;
  // Solid; relative to the origin.
  std::span<const Vec3f> vertices;
  std::span<const CollisionTriangle> triangles;
  Vec3 origin;
  AgentProfile agent;
  double cell_m = 0.5;  // side of the voxels in which places are looked for
  uint8_t water_area = 1;
  uint8_t air_area = 1;
  int thread_count = 0;
  std::function<void(uint64_t done, uint64_t total)> progress;
};

struct BuiltScenes {
  // By external id, less the count of ground polygons.
  std::vector<ScenePoly> polys;
  std::vector<OffMeshLink> links;  // of the input's agent; ends name polygons by their external ids
  // By scene, in the order of `order.data`.
  std::vector<uint8_t> parts;
  std::vector<std::string> reasons;
  std::vector<double> reaches_m;
  std::vector<double> layer_gaps_m;
  // Scenes of water and air in which the agent fits nowhere, and mouths through which no way leads.
  std::vector<std::string> warnings;
};

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
