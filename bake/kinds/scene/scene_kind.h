// What maps with scenes have beside the ground of a navmesh (S3).
#pragma once

#include <vector>

#include "absl/status/status.h"
#include "bake/navmesh/polygon_soup.h"
#include "bake/recast/area_volume.h"
#include "bake/stages/bake_run.h"

namespace waystone {

// The settings' scenes as a tree, and the areas that mark polygons in water and in air. InvalidArgument as
// OrderScenes, or if all areas are taken. REQUIRES: run.surfaces has its origin and areas.
absl::Status PlanScenes(BakeRun& run);

// A volume of ground that can, or cannot, be walked on; of several at one place the last counts.
struct SceneGround {
  AreaVolume volume;
  bool is_walkable = false;
};
// What scenes make of the ground: that of water can be waded through to the agent's height.
// REQUIRES: PlanScenes.
std::vector<SceneGround> GroundOfScenes(const BakeRun& run, const AgentProfile& agent);

// Adds the surfaces of the scenes to the agent's ground, as the stage "scenes", and the ways between them to the
// source's links. REQUIRES: PlanScenes; run.surfaces.solid. InvalidArgument as BuildScenes.
absl::Status AddScenes(const AgentProfile& agent, PolygonSoup& soup, BakeRun& run);

// A stage: what the polygons of each agent belong to. The numbers by which links named polygons are forgotten.
// REQUIRES: the links are packed.
absl::Status PackScenes(BakeRun& run);

}  // namespace waystone
