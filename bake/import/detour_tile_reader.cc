#include "bake/import/detour_tile_reader.h"

#include <cmath>
#include <cstring>

#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"

namespace waystone {
namespace {

constexpr int32_t kMaxCount = 0xffff;  // polygons and vertices of a tile have 16-bit indices
constexpr int32_t kMaxDetailCount = 16 << 20;
constexpr size_t kTreeNodeBytes = 16;
constexpr float kMaxCoordinate_m = 1e6F;

absl::Status Broken(std::string_view array, size_t index, std::string_view rule) {
  return InvalidArgument(array, "[", index, "]: ", rule);
}

bool IsPlausible(float v) { return std::isfinite(v) && std::abs(v) <= kMaxCoordinate_m; }

// Takes arrays off the front, each padded to four bytes as Detour pads them.
class Cursor {
 public:
  explicit Cursor(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <typename Record>
  absl::Status Take(std::string_view name, int32_t count, std::vector<Record>& out) {
    const size_t size = sizeof(Record) * static_cast<size_t>(count);
    WS_RETURN_IF_ERROR(CheckRoom(name, size));
    out.resize(static_cast<size_t>(count));
    if (size > 0) std::memcpy(out.data(), bytes_.data(), size);
    Advance(size);
    return absl::OkStatus();
  }
  absl::Status Skip(std::string_view name, size_t size) {
    WS_RETURN_IF_ERROR(CheckRoom(name, size));
    Advance(size);
    return absl::OkStatus();
  }
  size_t left() const { return bytes_.size(); }

 private:
  static size_t Padded(size_t size) { return (size + 3) & ~size_t{3}; }
  absl::Status CheckRoom(std::string_view name, size_t size) const {
    if (Padded(size) <= bytes_.size()) return absl::OkStatus();
    return InvalidArgument(name, ": ", size, " bytes are announced, ", bytes_.size(),
                           " are left in the tile");
  }
  void Advance(size_t size) { bytes_ = bytes_.subspan(Padded(size)); }

  std::span<const std::byte> bytes_;
};

absl::Status CheckCount(std::string_view name, int32_t count, int32_t max) {
  if (count >= 0 && count <= max) return absl::OkStatus();
  return InvalidArgument("header: ", name, " ", count, " is not in 0 to ", max);
}

absl::Status CheckHeader(const DetourTileHeader& header) {
  if (header.magic != kDetourTileMagic) return absl::InvalidArgumentError("header: not a Detour tile");
  if (header.version != kDetourTileVersion) {
    return InvalidArgument("header: tile version ", header.version, ", only 7 is read");
  }
  WS_RETURN_IF_ERROR(CheckCount("polygon count", header.poly_count, kMaxCount));
  WS_RETURN_IF_ERROR(CheckCount("vertex count", header.vertex_count, kMaxCount));
  WS_RETURN_IF_ERROR(CheckCount("link count", header.max_link_count, kMaxDetailCount));
  WS_RETURN_IF_ERROR(CheckCount("detail mesh count", header.detail_mesh_count, header.poly_count));
  WS_RETURN_IF_ERROR(CheckCount("detail vertex count", header.detail_vertex_count, kMaxDetailCount));
  WS_RETURN_IF_ERROR(CheckCount("detail triangle count", header.detail_triangle_count, kMaxDetailCount));
  WS_RETURN_IF_ERROR(CheckCount("tree node count", header.tree_node_count, kMaxDetailCount));
  WS_RETURN_IF_ERROR(CheckCount("off-mesh connection count", header.off_mesh_count, header.poly_count));
  if (header.off_mesh_base != header.poly_count - header.off_mesh_count) {
    return absl::InvalidArgumentError("header: ground polygons and off-mesh connections do not add up");
  }
  if (header.detail_mesh_count != header.off_mesh_base) {
    return absl::InvalidArgumentError("header: not one detail mesh per ground polygon");
  }
  const auto is_size = [](float v) { return std::isfinite(v) && v >= 0 && v <= 1000; };
  if (!is_size(header.walkable_height) || !is_size(header.walkable_radius) ||
      !is_size(header.walkable_climb)) {
    return absl::InvalidArgumentError("header: the agent's sizes are not in 0 to 1000 m");
  }
  return absl::OkStatus();
}

absl::Status CheckPoints(std::string_view name, const std::vector<Vec3f>& points) {
  for (size_t i = 0; i < points.size(); ++i) {
    const Vec3f& p = points[i];
    if (!IsPlausible(p.x) || !IsPlausible(p.y) || !IsPlausible(p.z)) {
      return Broken(name, i, "a coordinate is not finite or beyond 1e6 m");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckGroundPoly(const DetourTile& tile, size_t i) {
  const DetourPoly& poly = tile.polys[i];
  if (!poly.IsGround()) return Broken("polys", i, "an off-mesh connection stands among the ground polygons");
  if (poly.vertex_count < 3 || poly.vertex_count > 6) return Broken("polys", i, "it has not 3 to 6 corners");
  for (int k = 0; k < poly.vertex_count; ++k) {
    if (poly.vertices[k] >= tile.vertices.size()) return Broken("polys", i, "a corner is out of range");
    const uint16_t neighbour = poly.neighbours[k];
    if (neighbour == 0 || (neighbour & kDetourExternalLink) != 0) continue;
    if (neighbour > tile.header.off_mesh_base) return Broken("polys", i, "a neighbour is out of range");
    if (neighbour == i + 1) return Broken("polys", i, "it is its own neighbour");
  }
  return absl::OkStatus();
}

absl::Status CheckDetail(const DetourTile& tile, size_t i) {
  const DetourPolyDetail& detail = tile.details[i];
  if (uint64_t{detail.first_vertex} + detail.vertex_count > tile.detail_vertices.size()) {
    return Broken("detail meshes", i, "its vertices are out of range");
  }
  if (uint64_t{detail.first_triangle} + detail.triangle_count > tile.detail_triangles.size()) {
    return Broken("detail meshes", i, "its triangles are out of range");
  }
  const int corners = tile.polys[i].vertex_count + detail.vertex_count;
  for (uint32_t t = detail.first_triangle; t < detail.first_triangle + detail.triangle_count; ++t) {
    for (int k = 0; k < 3; ++k) {
      if (tile.detail_triangles[t][k] >= corners)
        return Broken("detail triangles", t, "a corner is out of range");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckOffMesh(const DetourTile& tile, size_t i) {
  const DetourOffMesh& link = tile.off_mesh[i];
  for (float v : link.ends) {
    if (!IsPlausible(v)) return Broken("off-mesh connections", i, "an end is not finite or beyond 1e6 m");
  }
  if (!(link.radius >= 0 && link.radius <= 1000))
    return Broken("off-mesh connections", i, "radius not in 0 to 1000 m");
  if (link.poly < tile.header.off_mesh_base || link.poly >= tile.header.poly_count) {
    return Broken("off-mesh connections", i, "its polygon is out of range");
  }
  return absl::OkStatus();
}

absl::Status CheckTile(const DetourTile& tile) {
  WS_RETURN_IF_ERROR(CheckPoints("vertices", tile.vertices));
  WS_RETURN_IF_ERROR(CheckPoints("detail vertices", tile.detail_vertices));
  for (size_t i = 0; i < tile.details.size(); ++i) {
    WS_RETURN_IF_ERROR(CheckGroundPoly(tile, i));
    WS_RETURN_IF_ERROR(CheckDetail(tile, i));
  }
  for (size_t i = 0; i < tile.off_mesh.size(); ++i) WS_RETURN_IF_ERROR(CheckOffMesh(tile, i));
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<DetourTile> ReadDetourTile(std::span<const std::byte> bytes, size_t link_bytes) {
  DetourTile tile;
  if (bytes.size() < sizeof(DetourTileHeader))
    return absl::InvalidArgumentError("header: the tile ends within it");
  std::memcpy(&tile.header, bytes.data(), sizeof(DetourTileHeader));
  WS_RETURN_IF_ERROR(CheckHeader(tile.header));
  const DetourTileHeader& header = tile.header;
  Cursor cursor(bytes.subspan(sizeof(DetourTileHeader)));
  WS_RETURN_IF_ERROR(cursor.Take("vertices", header.vertex_count, tile.vertices));
  WS_RETURN_IF_ERROR(cursor.Take("polys", header.poly_count, tile.polys));
  WS_RETURN_IF_ERROR(cursor.Skip("links", link_bytes * static_cast<size_t>(header.max_link_count)));
  WS_RETURN_IF_ERROR(cursor.Take("detail meshes", header.detail_mesh_count, tile.details));
  WS_RETURN_IF_ERROR(cursor.Take("detail vertices", header.detail_vertex_count, tile.detail_vertices));
  WS_RETURN_IF_ERROR(cursor.Take("detail triangles", header.detail_triangle_count, tile.detail_triangles));
  WS_RETURN_IF_ERROR(cursor.Skip("tree", kTreeNodeBytes * static_cast<size_t>(header.tree_node_count)));
  WS_RETURN_IF_ERROR(cursor.Take("off-mesh connections", header.off_mesh_count, tile.off_mesh));
  if (cursor.left() != 0) return InvalidArgument(cursor.left(), " bytes after the last array of the tile");
  WS_RETURN_IF_ERROR(CheckTile(tile));
  return tile;
}

}  // namespace waystone
