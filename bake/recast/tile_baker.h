// One tile from triangles to convex polygons: Recast's stages in order.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/navmesh/polygon_soup.h"
#include "bake/recast/tile_geometry.h"
#include "bake/recast/tile_grid.h"
#include "bake/recast/volume_marker.h"
#include "bake/recast/voxel_settings.h"

namespace waystone {

inline constexpr uint32_t kMaxTileSpans = 12'000'000;  // Recast counts compact spans in 24 bits

// How much ground an agent loses on its way to a surface: numbers of voxels, margins left out.
struct GroundCells {
  uint64_t flat = 0;   // not too steep
  uint64_t high = 0;   // of them, with headroom
  uint64_t wide = 0;   // of them, farther from walls and ledges than the radius
  uint64_t taken = 0;  // of them, where a volume says that nobody can stand

  void Add(const GroundCells& more) {
    flat += more.flat;
    high += more.high;
    wide += more.wide;
    taken += more.taken;
  }
};

// A tile's polygons, with indices of its own, and what became of it on the way.
struct BakedTile {
  std::vector<Vec3f> vertices;  // relative to the map's origin
  std::vector<SoupPolygon> polygons;
  uint64_t span_count = 0;
  GroundCells ground;
  uint32_t dropped_polygon_count = 0;  // without area or folded over, as Recast makes them
  std::vector<std::string> messages;   // Recast's own warnings
};

// `volumes` change areas once the ground is shrunk by the radius. Thread-safe (no shared state).
// ResourceExhausted where the tile has more than kMaxTileSpans spans or more polygons than Recast can number;
// Internal where Recast fails otherwise. Messages name the tile.
absl::StatusOr<BakedTile> BakeTile(const TileGeometry& geometry, const TileGrid& grid, uint32_t tile_x,
                                   uint32_t tile_z, const VoxelSettings& settings,
                                   std::span<const IndexedVolume> volumes);

}  // namespace waystone
