// Convex polygons as a baker or an importer finds them, before they are ordered, joined and packed.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/geom/vec.h"

namespace waystone {

inline constexpr uint32_t kNoNeighbour = 0xffffffffU;

// One convex polygon with some area. Counter-clockwise in the (x, z) page; 3 to 255 corners, each a different
// place (three in a line are allowed).
struct SoupPolygon {
  std::vector<uint32_t> vertices;  // into PolygonSoup::vertices
  // Per side k (vertices[k] -> vertices[k + 1]): the polygon across, if it has the same side (the same two
  // vertices); kNoNeighbour for a border or for a side that `loose_sides` marks. If the neighbour does not
  // name this polygon in turn, the passage is one-way.
  std::vector<uint32_t> neighbours;
  // Sides to match by place with portal sides of other polygons that run in the opposite direction (on tile
  // borders, or wherever neighbours are not known): bit k for side k.
  uint32_t loose_sides = 0;
  std::vector<Vec3f> detail_vertices;  // beyond the corners
  // 3 per triangle; k < corner count is a corner. Empty: a fan over the corners.
  std::vector<uint16_t> detail_triangles;
  uint8_t area = 1;
  uint16_t tile_x = 0;
  uint16_t tile_z = 0;
  uint32_t external_id = 0xffffffffU;  // kNoExternalId
};

// A passage from one polygon straight into another, as a source lists it.
struct SoupPassage {
  uint32_t from = 0;
  uint32_t to = 0;
  friend constexpr auto operator<=>(const SoupPassage&, const SoupPassage&) = default;
};

struct PolygonSoup {
  std::vector<Vec3f> vertices;
  std::vector<SoupPolygon> polygons;
  float cell_size_m = 0;
  float cell_height_m = 0;
  float tile_size_m = 0;
  Vec3f tile_origin;
  // Portal sides join if the surfaces (detail heights) differ by at most this at an end or in the middle of
  // the part they share.
  float max_climb_m = 0.5F;
  // If given: sorted, without doubles. Then only polygons with a passage between them join over portal sides,
  // and a half-edge can be crossed only if its direction is a passage. Otherwise all sides that meet join,
  // both ways.
  std::optional<std::vector<SoupPassage>> passages;
};

}  // namespace waystone
