// From Recast's meshes to polygons in our own rules.
#pragma once

#include <recastnavigation/Recast.h>

#include <cstdint>

#include "bake/recast/baked_tile.h"
#include "bake/recast/tile_grid.h"
#include "bake/recast/voxel_settings.h"

namespace waystone {

// Fills `tile` with the polygons of one tile: counter-clockwise, neighbours within the tile, portal sides on
// its border, detail triangles counter-clockwise too. Polygons without area and folded
// ones are dropped and counted, and the sides they shared become portal sides. Positions are whole cells from
// the map's origin times the cell size, so two tiles agree on their border.
void AppendPolyMesh(const rcPolyMesh& mesh, const rcPolyMeshDetail& detail, const TileGrid& grid,
                    uint32_t tile_x, uint32_t tile_z, int64_t base_cell, const VoxelSettings& settings,
                    BakedTile& tile);

}  // namespace waystone
