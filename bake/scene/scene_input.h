// What the surfaces of scenes are made of, and what is made.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "bake/scene/scene_rules.h"
#include "bake/scene/scene_settings.h"
#include "core/collision/collision_format.h"
#include "core/geom/vec.h"
#include "core/map/agent_profile.h"
#include "core/map/off_mesh_link.h"

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

}  // namespace waystone
