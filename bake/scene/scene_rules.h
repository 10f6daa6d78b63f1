// From the settings of scenes to a tree of boxes.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bake/scene/scene_settings.h"
#include "core/scene/scene_view.h"

namespace waystone {

// Whether each scene by itself is in order: names, boxes, ranges, heights, mouths. InvalidArgument naming the
// scene and the rule.
absl::Status CheckScenes(std::span<const SceneSettings> scenes);

struct SceneOrder {
  SceneData data;                // without polygons; scenes come after their parents
  std::vector<size_t> settings;  // of each of them: its place in the settings
};

// The tree: each scene lies in the one that it names, or in the smallest box that holds its own, and ranks above
// it. Boxes become relative to `origin`. InvalidArgument naming the scene if its parent is not there, does not hold
// it, or lies in it; if it does not rank above its parent. REQUIRES: CheckScenes. O(scenes^2).
absl::StatusOr<SceneOrder> OrderScenes(std::span<const SceneSettings> scenes, const Vec3& origin);

// Adds a text and returns its place.
uint32_t AddSceneText(std::string_view text, SceneData& data);

}  // namespace waystone
