// The navmesh as it lies in a package: arrays of fixed-size records, joined by indices.
//
// Polygons are convex and wound counter-clockwise seen from above with x to the right and z up the page
// (Orient >= 0 at every corner). The polygons of one surface never overlap each other within a step's height.
// If neighbours meet only along a part of an edge, the baker splits the edge: every half-edge has at most one
// neighbour, and its twin has the same two end vertices in the opposite order. A half-edge may have a
// neighbour whose twin does not lead back (a one-way passage). Polygon ids follow a Hilbert curve, so that
// neighbours in space are neighbours in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

#include "core/geom/vec.h"

namespace waystone {

inline constexpr uint32_t kNoEdge = 0xffffffffU;
inline constexpr uint32_t kNoExternalId = 0xffffffffU;
// [m] every stored coordinate lies within this of the map's origin.
inline constexpr float kNavMaxCoordinate_m = 16384.0F;
inline constexpr uint32_t kNavMaxPolyEdges = 255;
inline constexpr uint32_t kNavMaxDetailVertices = 255;  // of one polygon
inline constexpr uint8_t kNavMaxArea = 63;
// Polygons per leaf of the box tree, and boxes per inner node.
inline constexpr uint32_t kNavTreeFanout = 8;
inline constexpr uint32_t kNavMaxTreeLevels = 12;

// Sizes and the numbers needed to read the rest. One record.
struct NavmeshHeader {
  uint32_t poly_count;
  uint32_t edge_count;
  uint32_t vertex_count;
  uint32_t detail_vertex_count;
  uint32_t detail_triangle_count;
  uint32_t tree_level_count;  // 0 for an empty mesh
  // Level k is the boxes [tree_level_begin[k], tree_level_begin[k + 1]): level 0 bounds groups of polygons,
  // the last level is one box. Entries past the last level's end repeat it.
  uint32_t tree_level_begin[kNavMaxTreeLevels + 1];
  float bounds_min[3];  // of all vertices and detail vertices; zero if empty
  float bounds_max[3];
  float cell_size_m;     // [m] of the voxels baked from; 0 if the mesh was made by hand
  float cell_height_m;   // [m]
  float tile_size_m;     // [m] side of a bake tile; 0 = one tile
  float tile_origin[3];  // corner of tile (0, 0)
  float max_climb_m;     // [m] the agent's, used when a point above the surface is matched to a polygon
  uint32_t reserved[5];  // zero
};
static_assert(sizeof(NavmeshHeader) == 148 && std::is_trivially_copyable_v<NavmeshHeader>);

// The half-edge leaves a border vertex: only there can a shortest path turn. A vertex is on the border if any
// side beginning or ending at it has no neighbour, or if the polygons around it do not close once (2 pi).
inline constexpr uint16_t kNavEdgeStartsAtBorder = 1U << 0;
// The start vertex lies inside a side of the polygon as it was baked: it was added at a neighbour's corner.
inline constexpr uint16_t kNavEdgeStartIsSplit = 1U << 1;
// The half-edge leaves a pinched vertex (vertex_fans.h): a path that reaches it in one polygon has not
// reached it in all that meet there.
inline constexpr uint16_t kNavEdgeStartIsPinched = 1U << 2;

// One side of a polygon, from `vertex` to the next half-edge's vertex.
struct NavEdge {
  uint32_t vertex;    // VertexId
  uint32_t twin;      // EdgeId of the neighbour's half-edge over the same side, or kNoEdge: a border
  uint32_t poly;      // PolyId this half-edge belongs to
  uint16_t flags;     // kNavEdge*
  uint16_t reserved;  // zero
};
static_assert(sizeof(NavEdge) == 16 && std::is_trivially_copyable_v<NavEdge>);

struct NavPoly {
  uint32_t first_edge;
  uint32_t first_detail_vertex;
  uint32_t first_detail_triangle;
  uint32_t external_id;            // the source's own id, or kNoExternalId
  uint16_t edge_count;             // 3-255; at least 3 of them do not start at a split
  uint16_t detail_vertex_count;    // 0-255
  uint16_t detail_triangle_count;  // >= 1: the surface's true heights
  uint8_t area;                    // AreaType::index, 1-63
  uint8_t reserved;                // zero
  uint16_t tile_x;                 // the bake tile this polygon came from
  uint16_t tile_z;
};
static_assert(sizeof(NavPoly) == 28 && std::is_trivially_copyable_v<NavPoly>);

// Corner k < edge_count is the polygon's vertex k; otherwise detail vertex k - edge_count of the polygon.
struct NavDetailTriangle {
  uint16_t corner[3];
};
static_assert(sizeof(NavDetailTriangle) == 6 && std::is_trivially_copyable_v<NavDetailTriangle>);

// Level 0 box i bounds polygons [i * fanout, (i + 1) * fanout); level k box i bounds level k - 1 boxes in the
// same way.
struct NavBox {
  float min[3];
  float max[3];
};
static_assert(sizeof(NavBox) == 24 && std::is_trivially_copyable_v<NavBox>);

// [m] how far stored corners may stray from the line or point they stand for: float32 rounding of a mesh
// whose coordinates reach `max_coordinate_m`, through the few operations that made them. 0.24 mm up to 256 m
// from the origin, 16 mm at 16 km.
constexpr double NavTolerance_m(double max_coordinate_m) {
  return (max_coordinate_m > 256.0 ? max_coordinate_m : 256.0) * 0x1.0p-20;
}

// The same, of a mesh by its bounds.
constexpr double NavTolerance_m(const NavmeshHeader& header) {
  double max_coordinate_m = 0;
  for (const int axis : {0, 2}) {
    if (-header.bounds_min[axis] > max_coordinate_m) max_coordinate_m = -header.bounds_min[axis];
    if (header.bounds_max[axis] > max_coordinate_m) max_coordinate_m = header.bounds_max[axis];
  }
  return NavTolerance_m(max_coordinate_m);
}

}  // namespace waystone
