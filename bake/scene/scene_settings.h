// What the settings say of a scene (S3.1, S3.3). Positions are absolute metres, y up. Fields carry [unit, range,
// default].
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/geom/aabb.h"
#include "core/geom/vec.h"
#include "core/scene/scene_format.h"

namespace waystone {

struct MouthSettings {
  std::string name;
  Vec3 at;
  double radius_m = 2;                        // [m, 0.1-100, 2]
  SceneMedium medium = SceneMedium::kGround;  // of those who use it
};

struct SceneSettings {
  std::string name;
  Aabb box;                     // before it is turned about the vertical line through its middle
  double yaw_deg = 0;           // [degrees, -360-360, 0] from z towards x
  std::string within;           // the scene that it is nested in; empty: the smallest that holds it
  std::optional<int> priority;  // [-1000-1000]; none: how deep it is nested
  SceneMedium medium = SceneMedium::kGround;
  std::vector<ScenePart> parts;         // empty: what suits it
  double layer_gap_m = 4;               // [m, 0.1-1000, 4] from layer to layer
  std::vector<double> layer_heights_m;  // [m, ascending] instead
  double point_gap_m = 8;               // [m, 0.1-1000, 8] between samples in the open, at most
  std::optional<bool> is_walkable;      // whether there is ground in it; none: unless it is water
  std::vector<MouthSettings> mouths;    // with any the scene is closed but for them

  bool HasGround() const { return is_walkable.value_or(medium != SceneMedium::kWater); }
};

}  // namespace waystone
