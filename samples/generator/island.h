// The sample island: a sea with a reef and a cave under water, and a tower on land (S3).
#pragma once

#include <string>

#include "samples/generator/scene_mesh.h"

namespace waystone::samples {

// Groups: terrain, reef, cave, tower. The sea's surface is at height 0, in the west. The cave is a hollow rock with one
// mouth, below the surface; the tower has three floors, joined by stairs.
SceneWithLandmarks BuildIsland();

// The settings of its bake: its scenes, and an agent that may swim, fly, or both.
std::string IslandSettings();

}  // namespace waystone::samples
