// Wavefront OBJ text with a material library, and the settings to bake it with.
#pragma once

#include <string>

#include "samples/generator/scene_mesh.h"

namespace waystone::samples {

// `g` per group, `usemtl` per material, coordinates with three decimals. `title` is a comment, `mtl_name` the
// file name of the material library.
std::string ObjText(const SceneMesh& mesh, const std::string& title, const std::string& mtl_name);
// One `newmtl` per material, all of them.
std::string MtlText();

// The text of SOURCE.bake.yaml: area 1 is ground, 2 road, 3 water; nobody stands on leaves, cloth and roofs.
// Names only the materials that the mesh has.
std::string BakeSettingsText(const SceneMesh& mesh);

}  // namespace waystone::samples
