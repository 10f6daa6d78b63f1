// Which surfaces suit a scene (S3.3).
#pragma once

#include <string>
#include <vector>

#include "bake/scene/scene_settings.h"

namespace waystone {

struct PartChoice {
  std::vector<ScenePart> parts;
  std::string reason;  // a sentence without its full stop
};

// What the settings ask for; else ground for walkers, points for a scene with one mouth, layers for one with several;
// else a volume for open water and air, or layers refined by points if much of it lies at walls. `wall_share`
// [0-1]: as FreeSpace.
PartChoice ChooseParts(const SceneSettings& scene, double wall_share);

}  // namespace waystone
