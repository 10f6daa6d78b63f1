// The triangles of one tile, cut to its field and brought into its own frame.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/import/surface_table.h"
#include "bake/recast/tile_grid.h"
#include "bake/recast/voxel_settings.h"
#include "core/map/source_map.h"

namespace waystone {

// What a tile of the grid is made from. The frame's corner is the corner of the field (tile and margin); a
// height of h cells of the world lies at (h - base_cell + 1/2) cells here, so that floors at whole cells fall
// between two.
struct TileGeometry {
  std::vector<float> corners;  // 9 per triangle: x, y, z of three corners, in metres
  std::vector<uint8_t> areas;  // one per triangle: 0 = cannot be walked on
  int64_t base_cell = 0;       // of the heights, counted from the map's origin
  float height_m = 0;          // of the field
};

// Cuts the listed triangles. A triangle steeper than the agent walks, or facing down, gets area 0.
// Deterministic. ResourceExhausted if the tile is higher than Recast's 8,191 cells.
absl::StatusOr<TileGeometry> CutTile(const SourceMap& map, std::span<const TriangleClass> classes,
                                     std::span<const uint32_t> triangles, const TileGrid& grid,
                                     uint32_t tile_x, uint32_t tile_z, const VoxelSettings& settings);

}  // namespace waystone
