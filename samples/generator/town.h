// The sample town: what the demo routes through and the README's picture shows.
#pragma once

#include <string>

#include "samples/generator/scene_mesh.h"
#include "samples/generator/town_layout.h"

namespace waystone::samples {

// Groups: terrain, bridge, house_01 ..., fountain, stalls, well, yard_wall, trees, rocks. Landmarks: see
// docs/samples.md. Always the same.
SceneWithLandmarks BuildTown(const TownLayout& layout);

// The text of what its settings have beside BakeSettingsText: a gate in the middle of the bridge, and what carts pay.
std::string TownSettingsText(const TownLayout& layout);

}  // namespace waystone::samples
