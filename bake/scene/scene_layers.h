// The layers of a scene: level rectangles over the cells in which the agent's body fits (S3.3).
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/scene/free_space.h"
#include "bake/scene/scene_pieces.h"

namespace waystone {

struct SceneLayer {
  int32_t row = 0;                   // its voxels' number along y
  std::vector<uint32_t> polygon_at;  // external id by z and x; kNoCube: none
};

// Adds the layers that the settings of a scene ask for, places on them, on a lattice and wherever they end, and ways straight up
// and down between them. Sets the scene's reach and the gap of its layers. As SoupOfCells fails.
absl::StatusOr<std::vector<SceneLayer>> AddLayers(SceneId id, const FreeSpace& space, ScenePieces& pieces);

}  // namespace waystone
