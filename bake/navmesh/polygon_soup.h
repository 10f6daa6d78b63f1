// Convex polygons as a baker or an importer finds them, before they are ordered, joined and packed.
#pragma once

#include <cstdint>
#include <vector>

#include "core/geom/vec.h"

namespace waystone {

inline constexpr uint32_t kNoNeighbour = 0xffffffffU;

// One convex polygon. Counter-clockwise in the (x, z) page; at least 3 corners.
struct SoupPolygon {
  std::vector<uint32_t> vertices;  // into PolygonSoup::vertices
  // Per side k (vertices[k] -> vertices[k + 1]): the polygon across, where it shares the whole side;
  // kNoNeighbour for a border or for a side that `portal_sides` marks.
  std::vector<uint32_t> neighbours;
  // Sides on a tile's border, to be matched with sides of other tiles: bit k for side k.
  uint32_t portal_sides = 0;
  std::vector<Vec3f> detail_vertices;      // beyond the corners
  std::vector<uint16_t> detail_triangles;  // 3 per triangle; k < corner count is a corner
  uint8_t area = 1;
  uint16_t tile_x = 0;
  uint16_t tile_z = 0;
  uint32_t external_id = 0xffffffffU;
};

struct PolygonSoup {
  std::vector<Vec3f> vertices;
  std::vector<SoupPolygon> polygons;
  float cell_size_m = 0;
  float cell_height_m = 0;
  float tile_size_m = 0;
  Vec3f tile_origin;
  float max_climb_m = 0.5F;  // portals join where heights differ by at most this
};

}  // namespace waystone
