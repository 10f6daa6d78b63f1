// Navmeshes baked from source maps, for tests.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "bake/recast/voxel_settings.h"
#include "core/map/agent_profile.h"
#include "core/navmesh/navmesh_data.h"

namespace waystone {

struct SceneBake {
  AgentProfile agent{.radius_m = 0.6, .height_m = 2.0, .max_climb_m = 0.9, .max_slope_deg = 45.0};
  VoxelOptions voxels{.cell_size_m = 0.3, .cell_height_m = 0.2, .tile_size_m = 14.4};  // 48 cells
};

// The source baked as waystone-bake does, positions relative to the middle of its bounds in whole metres. The
// first error of any stage.
absl::StatusOr<NavmeshData> BakeScene(const std::string& path, const SceneBake& scene = {});

}  // namespace waystone
