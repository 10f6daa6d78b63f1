// The points and the volume of a scene: squares through the middles of free cubes (S3.3).
#pragma once

#include <span>

#include "bake/scene/free_space.h"
#include "bake/scene/scene_layers.h"
#include "bake/scene/scene_pieces.h"

namespace waystone {

// Adds the cubes of that part, a place in each, and ways between those beside each other. If the scene has layers, only
// cubes from which none of them lies straight above or below, and those around these. Raises the scene's reach to the largest cube.
void AddCubes(SceneId id, ScenePart part, const FreeSpace& space, std::span<const SceneLayer> layers,
              ScenePieces& pieces);

}  // namespace waystone
