// From Recast's voxels to what gaps are looked for in.
#pragma once

#include <recastnavigation/Recast.h>

#include <cstdint>
#include <span>
#include <vector>

#include "bake/gaps/open_field.h"
#include "bake/gaps/tile_gaps.h"
#include "bake/recast/baked_tile.h"
#include "bake/recast/tile_grid.h"
#include "bake/recast/voxel_settings.h"

namespace waystone {

// All floors with so much air above them.
OpenField MakeOpenField(const rcHeightfield& solid, int least_air_cells);

// Marks the spans of the ground that `before` (areas, one per span of `ground`) had and `ground` has no more.
void CloseTaken(const rcCompactHeightfield& ground, std::span<const unsigned char> before, OpenField& field);

// For each span of the field 0, or the number of the island of regions that it belongs to, from 1 on.
struct FieldIslands {
  std::vector<uint32_t> of_span;
  uint32_t count = 0;
};
FieldIslands FindFieldIslands(const rcCompactHeightfield& ground, const OpenField& field);

GapRules GapRulesOf(const VoxelSettings& settings);

// What was found, with its places in the map.
TileFindings PlaceFindings(const FieldFindings& found, const TileGrid& grid, uint32_t tile_x, uint32_t tile_z,
                           int64_t base_cell, const VoxelSettings& settings);

}  // namespace waystone
