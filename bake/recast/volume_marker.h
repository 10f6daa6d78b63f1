// Area volumes on the voxels of one tile.
#pragma once

#include <recastnavigation/Recast.h>

#include <cstdint>
#include <optional>
#include <span>

#include "bake/recast/area_volume.h"
#include "bake/recast/tile_grid.h"
#include "bake/recast/voxel_settings.h"

namespace waystone {

// A volume with the index of its area: 0 = not walkable.
struct IndexedVolume {
  const AreaVolume* volume = nullptr;
  uint8_t area = 0;
  // That of a scene: whether its ground is kept. Of several the last one decides, and `area` does not count.
  std::optional<bool> keeps_ground = std::nullopt;
};

// Gives every walkable span whose floor's middle lies in a volume that volume's area; of several, the last
// one's. Floors are known to half a cell's height. The same span of two tiles' margins gets the same answer:
// its place is computed from its cell in the map. `base_cell`: TileGeometry's. O(volumes x cells they cover).
void MarkVolumes(std::span<const IndexedVolume> volumes, const TileGrid& grid, uint32_t tile_x,
                 uint32_t tile_z, int64_t base_cell, const VoxelSettings& settings,
                 rcCompactHeightfield& field);

}  // namespace waystone
