// One tile from triangles to convex polygons: Recast's stages in order.
#pragma once

#include <cstdint>
#include <span>

#include "absl/status/statusor.h"
#include "bake/recast/baked_tile.h"
#include "bake/recast/tile_geometry.h"
#include "bake/recast/tile_grid.h"
#include "bake/recast/volume_marker.h"
#include "bake/recast/voxel_settings.h"

namespace waystone {

inline constexpr uint32_t kMaxTileSpans = 12'000'000;  // Recast counts compact spans in 24 bits

// `volumes` change areas once the ground is shrunk by the radius. Without `finds_gaps` BakedTile::found stays empty. Thread-safe (no shared state).
// ResourceExhausted if the tile has more than kMaxTileSpans spans or more polygons than Recast can number;
// Internal if Recast fails otherwise. Messages name the tile.
absl::StatusOr<BakedTile> BakeTile(const TileGeometry& geometry, const TileGrid& grid, uint32_t tile_x,
                                   uint32_t tile_z, const VoxelSettings& settings,
                                   std::span<const IndexedVolume> volumes, bool finds_gaps);

// Only what parts the islands of a tile, at half the cost. Errors as BakeTile's.
absl::StatusOr<std::vector<TileGap>> FindGapsOfTile(const TileGeometry& geometry, const TileGrid& grid,
                                                    uint32_t tile_x, uint32_t tile_z,
                                                    const VoxelSettings& settings,
                                                    std::span<const IndexedVolume> volumes);

}  // namespace waystone
