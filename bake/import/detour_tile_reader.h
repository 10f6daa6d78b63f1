// One Detour tile: its bytes checked and split into arrays.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "absl/status/statusor.h"
#include "core/geom/vec.h"

namespace waystone {

// The records below are those of Detour's tile data version 7 (DetourNavMesh.h), little-endian.
inline constexpr int32_t kDetourTileMagic = 'D' << 24 | 'N' << 16 | 'A' << 8 | 'V';
inline constexpr int32_t kDetourTileVersion = 7;
inline constexpr uint16_t kDetourExternalLink = 0x8000;

struct DetourTileHeader {
  int32_t magic;
  int32_t version;
  int32_t x;
  int32_t y;
  int32_t layer;
  uint32_t user_id;
  int32_t poly_count;
  int32_t vertex_count;
  int32_t max_link_count;
  int32_t detail_mesh_count;
  int32_t detail_vertex_count;
  int32_t detail_triangle_count;
  int32_t tree_node_count;
  int32_t off_mesh_count;
  int32_t off_mesh_base;
  float walkable_height;
  float walkable_radius;
  float walkable_climb;
  float bounds_min[3];
  float bounds_max[3];
  float tree_quantisation;
};
static_assert(sizeof(DetourTileHeader) == 100 && std::is_trivially_copyable_v<DetourTileHeader>);

struct DetourPoly {
  uint32_t first_link;
  uint16_t vertices[6];
  uint16_t neighbours[6];  // 0: border; 0x8000 | side: other tiles; else polygon + 1
  uint16_t flags;
  uint8_t vertex_count;
  uint8_t area_and_type;

  bool IsGround() const { return area_and_type >> 6 == 0; }
  uint8_t area() const { return area_and_type & 0x3f; }
};
static_assert(sizeof(DetourPoly) == 32 && std::is_trivially_copyable_v<DetourPoly>);

struct DetourPolyDetail {
  uint32_t first_vertex;
  uint32_t first_triangle;
  uint8_t vertex_count;
  uint8_t triangle_count;
  uint8_t padding[2];
};
static_assert(sizeof(DetourPolyDetail) == 12 && std::is_trivially_copyable_v<DetourPolyDetail>);

struct DetourOffMesh {
  float ends[6];
  float radius;
  uint16_t poly;
  uint8_t flags;  // 1: both ways
  uint8_t side;
  uint32_t user_id;
};
static_assert(sizeof(DetourOffMesh) == 36 && std::is_trivially_copyable_v<DetourOffMesh>);

// Arrays copied out of the bytes (which need not be aligned). Ground polygons come first, as Detour has them.
struct DetourTile {
  DetourTileHeader header{};
  std::vector<Vec3f> vertices;
  std::vector<DetourPoly> polys;
  std::vector<DetourPolyDetail> details;  // one per ground polygon
  std::vector<Vec3f> detail_vertices;
  std::vector<std::array<uint8_t, 4>> detail_triangles;
  std::vector<DetourOffMesh> off_mesh;
};

// Checks sizes, indices and numbers. `link_bytes`: 12 with 32-bit references, 16 with 64-bit ones.
// InvalidArgument naming array, index and rule (the caller names the tile). O(bytes).
absl::StatusOr<DetourTile> ReadDetourTile(std::span<const std::byte> bytes, size_t link_bytes);

}  // namespace waystone
