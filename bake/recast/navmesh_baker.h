// From a source map to the polygons one agent can walk on.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/import/surface_table.h"
#include "bake/navmesh/polygon_soup.h"
#include "bake/recast/tile_baker.h"
#include "bake/recast/tile_grid.h"
#include "bake/recast/volume_marker.h"
#include "bake/recast/voxel_settings.h"
#include "core/geom/aabb.h"
#include "core/map/source_map.h"

namespace waystone {

// The input of a bake. The spans must outlive the call.
struct BakeInput {
  const SourceMap& map;
  std::span<const TriangleClass> classes;  // one per triangle
  Aabb bounds;                             // of the solid triangles
  Vec3 origin;                             // of the soup's positions
  std::span<const IndexedVolume> volumes = {};
  bool finds_gaps = true;  // BakeOutcome::found
};

// The tiles of one agent, with the triangles that each of them sees, and how much work they are.
struct TilePlan {
  TileGrid grid;
  TileBins bins;
};

struct BakeOutcome {
  PolygonSoup soup;
  uint64_t tile_count = 0;      // that have triangles
  uint64_t tile_triangles = 0;  // summed over tiles
  uint64_t span_count = 0;
  GroundCells ground;                  // summed over tiles
  uint64_t dropped_polygon_count = 0;  // without area or folded over
  TileFindings found;                  // what parts the islands of each tile
  std::vector<std::string> warnings;
};

// Called after each tile, from any of the threads but one at a time.
using TileProgress = std::function<void(uint64_t done, uint64_t total)>;

// ResourceExhausted above a limit of tile_grid.h or of `limits`: the work is known before any of it is done.
absl::StatusOr<TilePlan> PlanTiles(const BakeInput& input, const VoxelSettings& settings,
                                   const BakeLimits& limits = {});

// Voxels, regions and polygons by Recast (Mononen 2009), tile by tile on `thread_count` threads (0 = one per
// core). The soup is the same whatever the thread count: tiles are joined in row order. An agent who can
// stand nowhere gets an empty soup. ResourceExhausted above a limit of tile_baker.h, Internal if Recast fails.
// REQUIRES: the plan of these settings.
absl::StatusOr<BakeOutcome> BakePolygons(const BakeInput& input, const VoxelSettings& settings,
                                         const TilePlan& plan, double max_climb_m, int thread_count,
                                         const TileProgress& progress);

}  // namespace waystone
