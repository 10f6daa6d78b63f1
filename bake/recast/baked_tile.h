// The result of baking a tile.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bake/gaps/placed_gap.h"
#include "bake/navmesh/polygon_soup.h"
#include "core/geom/vec.h"

namespace waystone {

// How much ground an agent loses from stage to stage of a bake: numbers of voxels, without the margins of tiles.
struct GroundCells {
  uint64_t flat = 0;   // not too steep
  uint64_t high = 0;   // of them, with headroom
  uint64_t wide = 0;   // of them, farther from walls and ledges than the radius
  uint64_t taken = 0;  // of them, closed by a volume

  void Add(const GroundCells& more) {
    flat += more.flat;
    high += more.high;
    wide += more.wide;
    taken += more.taken;
  }
};

// A tile's polygons, with indices of its own, and its counts from each stage.
struct BakedTile {
  std::vector<Vec3f> vertices;  // relative to the map's origin
  std::vector<SoupPolygon> polygons;
  uint64_t span_count = 0;
  GroundCells ground;
  uint32_t dropped_polygon_count = 0;  // without area or folded over, as Recast makes them
  std::vector<std::string> messages;   // Recast's own warnings
  TileFindings found;                  // what parts the islands of the tile
};

}  // namespace waystone
