// Binary glTF 2.0: one file, float positions, 16- or 32-bit indices.
#pragma once

#include <string>

#include "samples/generator/scene_mesh.h"

namespace waystone::samples {

// A node and a mesh per group, a primitive per material. Metres, y up. REQUIRES: less than 4 GiB.
std::string GlbBytes(const SceneMesh& mesh);

}  // namespace waystone::samples
