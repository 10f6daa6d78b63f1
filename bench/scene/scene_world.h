// Small worlds of random scene trees, for the scene suite and tests (S3).
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/scene/scene_settings.h"
#include "core/base/random.h"
#include "core/collision/collision_view.h"
#include "core/map/map_manifest.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"
#include "core/scene/scene_view.h"
#include "core/surface/map_view.h"
#include "core/surface/scene/scene_surface.h"
#include "core/zones/zone_view.h"

namespace waystone {

using SolidBox = std::array<Vec3, 2>;  // the corners with the least and the greatest coordinates

// What a world is made of. All coordinates are multiples of half a metre.
struct SceneWorldPlan {
  std::vector<SceneSettings> scenes;
  std::vector<SolidBox> solid;
  AgentProfile agent;
  double cell_m = 0.5;
};

// A water or air of 6 x 4 x 6 m with some boxes in it, and scenes nested in it up to two deep, of every kind of
// surface, some closed except for one or two mouths. The agent swims and flies.
SceneWorldPlan RandomScenes(Random& random);

// A map made of a plan, without a file: there is no ground.
class SceneWorld {
 public:
  static absl::StatusOr<std::unique_ptr<SceneWorld>> Make(const SceneWorldPlan& plan);

  const MapView& view() const { return view_; }
  const SceneView& scenes() const { return *scenes_; }
  // Of the solid boxes. Map-local, which is absolute.
  const std::vector<std::array<Vec3, 3>>& triangles() const { return triangles_; }

 private:
  SceneWorld() = default;

  MapManifest manifest_;
  std::vector<std::array<Vec3, 3>> triangles_;
  CollisionData collision_data_;
  NavmeshData navmesh_data_;
  LinkData link_data_;
  SceneData scene_data_;
  ZoneData zone_data_;
  std::optional<CollisionView> collision_;
  std::optional<NavmeshView> navmesh_;
  std::optional<LinkView> links_;
  std::optional<SceneView> scenes_;
  std::optional<ZoneView> zones_;
  std::optional<SceneSurface> surface_;
  MapView view_;
};

}  // namespace waystone
