// Brings the heights of baked polygons from voxels back to the surface they were made from.
#pragma once

#include <cstdint>

#include "bake/recast/baked_tile.h"
#include "bake/recast/tile_geometry.h"
#include "bake/recast/tile_grid.h"
#include "bake/recast/voxel_settings.h"

namespace waystone {

// Moves each vertex and detail vertex of a tile up or down to the nearest triangle facing up, if one lies
// within a step. Voxels alone round floors to whole cells and lie above slopes by up to a cell's rise.
// Neighbouring tiles agree on their border because they see the same triangles there. O(vertices * triangles
// around each).
void FitHeights(const TileGeometry& geometry, const TileGrid& grid, uint32_t tile_x, uint32_t tile_z,
                const VoxelSettings& settings, BakedTile& tile);

}  // namespace waystone
