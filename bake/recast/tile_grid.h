// The square tiles a map is baked in, and the triangles each of them sees.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/import/bake_limits.h"
#include "bake/import/surface_table.h"
#include "bake/recast/voxel_settings.h"
#include "core/geom/aabb.h"
#include "core/map/source_map.h"

namespace waystone {

inline constexpr uint32_t kMaxTilesPerAxis = 65'535;
inline constexpr uint64_t kMaxTiles = uint64_t{1} << 22;
inline constexpr uint64_t kMaxTileTriangles = uint64_t{1} << 28;  // summed over tiles

// Where the tiles lie. Cells are counted from the map's origin, so that a vertex on a border has one position
// whichever tile it comes from.
struct TileGrid {
  Vec3 origin;               // [m] the map's
  int64_t first_cell_x = 0;  // the corner of tile (0, 0)
  int64_t first_cell_z = 0;
  uint32_t count_x = 0;
  uint32_t count_z = 0;

  uint64_t tile_count() const { return uint64_t{count_x} * count_z; }
};

// The tiles that cover `bounds`. ResourceExhausted above the limits, naming the option that would help.
// REQUIRES: bounds not empty.
absl::StatusOr<TileGrid> MakeTileGrid(const Aabb& bounds, const Vec3& origin, const VoxelSettings& settings);

// The triangles of tile i are triangles[begin[i], begin[i + 1]), in the source's order.
struct TileBins {
  std::vector<uint64_t> begin;
  std::vector<uint32_t> triangles;
  uint64_t columns = 0;  // of voxels, of all tiles that have triangles, margins included
  double drawn = 0;      // columns that triangles are drawn into, summed over triangles: an estimate
  std::vector<double>
      covered_of_tile;  // [columns] that triangles lie over, summed over triangles; margin included

  std::span<const uint32_t> OfTile(uint64_t tile) const {
    return std::span(triangles).subspan(begin[tile], begin[tile + 1] - begin[tile]);
  }
};

// Puts each solid triangle into the tiles whose field, margin included, it touches as seen from above.
// ResourceExhausted above a limit, before entries are allocated. O(triangles + tile rows crossed + entries).
absl::StatusOr<TileBins> BinTriangles(const SourceMap& map, std::span<const TriangleClass> classes,
                                      const TileGrid& grid, const VoxelSettings& settings,
                                      const BakeLimits& limits = {});

}  // namespace waystone
