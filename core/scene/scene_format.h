// The scenes of a map as stored in a package (S3.1). docs/scenes.md draws them.
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "core/base/ids.h"

namespace waystone {

// A scene of a map, in the order of its settings.
using SceneId = StrongId<struct SceneIdTag>;
// A mouth of a scene; those of a scene are consecutive.
using MouthId = StrongId<struct MouthIdTag>;

// The areas of polygons in water and in air, and the abilities needed there.
inline constexpr std::string_view kWaterArea = "open_water";
inline constexpr std::string_view kAirArea = "open_air";
inline constexpr std::string_view kSwimAbility = "swim";
inline constexpr std::string_view kFlyAbility = "fly";

inline constexpr uint32_t kMaxScenes = 4096;
inline constexpr uint16_t kNoScene = 0xffff;  // in ScenePoly
inline constexpr uint16_t kNoLayer = 0xffff;

// What agents move through.
enum class SceneMedium : uint8_t { kGround = 1, kWater = 2, kAir = 3 };

constexpr std::string_view NameOf(SceneMedium medium) {
  switch (medium) {
    case SceneMedium::kGround:
      return "ground";
    case SceneMedium::kWater:
      return "water";
    case SceneMedium::kAir:
      return "air";
  }
  return {};
}

// Needed to be in it; empty: nothing is.
constexpr std::string_view AbilityFor(SceneMedium medium) {
  switch (medium) {
    case SceneMedium::kGround:
      break;
    case SceneMedium::kWater:
      return kSwimAbility;
    case SceneMedium::kAir:
      return kFlyAbility;
  }
  return {};
}

// What a polygon of the surface belongs to (S3.3).
enum class ScenePart : uint8_t {
  kGround = 1,  // walkable ground, cut from the triangles
  kLayers = 2,  // level polygons at some heights of a scene
  kPoints = 3,  // places sampled in a scene, a small polygon each
  kVolume = 4,  // free cubes of a scene's octree, a polygon through the middle of each
};

struct SceneHeader {
  uint32_t scene_count;  // [0-kMaxScenes]
  uint32_t mouth_count;
  uint32_t reserved[6];  // zero
};
static_assert(sizeof(SceneHeader) == 32 && std::is_trivially_copyable_v<SceneHeader>);

// A box that may be turned about the vertical line through its middle.
struct SceneRecord {
  double middle[3];  // [m] map-local
  double half[3];    // [m, > 0] half of its sides, along its own axes
  // Of the angle by which it is turned from x towards z; their squares add up to 1.
  double cos_yaw;
  double sin_yaw;
  float reach_m;         // [m, >= 0] how far places between its layers and points lie from them
  float layer_gap_m;     // [m, >= 0] the least height between two of its layers; 0: it has fewer
  int32_t priority;      // the higher counts where boxes overlap
  uint32_t parent;       // kNoParent, or a scene
  uint32_t name_offset;  // in the texts, like the next one
  uint32_t reason_offset;
  uint32_t first_mouth;
  uint32_t mouth_count;
  SceneMedium medium;
  uint8_t parts;          // bit k: it has polygons of ScenePart k
  uint8_t is_closed;      // 1: no way leads in or out but through its mouths
  uint8_t reserved[5];    // zero
  uint32_t reserved2[2];  // zero
};
static_assert(sizeof(SceneRecord) == 112 && std::is_trivially_copyable_v<SceneRecord>);
inline constexpr uint32_t kNoParent = 0xffffffffU;

// A place by which agents enter and leave a closed scene.
struct SceneMouth {
  double at[3];          // [m] map-local
  float radius_m;        // [m, > 0] what lies so near is joined through it
  uint32_t scene;        // whose it is
  uint32_t name_offset;  // in the texts
  SceneMedium medium;    // of those who use it
  uint8_t reserved[3];   // zero
};
static_assert(sizeof(SceneMouth) == 40 && std::is_trivially_copyable_v<SceneMouth>);

// What a polygon of the surface belongs to.
struct ScenePoly {
  uint16_t scene;  // kNoScene: it lies in none
  uint16_t layer;  // of the scene's, from the lowest; kNoLayer: none
  ScenePart part;
  SceneMedium medium;
  uint8_t reserved[2];  // zero
};
static_assert(sizeof(ScenePoly) == 8 && std::is_trivially_copyable_v<ScenePoly>);

}  // namespace waystone
