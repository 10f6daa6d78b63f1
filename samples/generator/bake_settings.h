// The bake settings for a sample's materials.
#pragma once

#include <string>

#include "samples/generator/scene_mesh.h"

namespace waystone::samples {

// The text of SOURCE.bake.yaml: area 1 is ground, 2 road, 3 water; nobody stands on leaves, cloth and roofs.
// Names only the materials that the mesh has.
std::string BakeSettingsText(const SceneMesh& mesh);

}  // namespace waystone::samples
