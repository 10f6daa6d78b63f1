// The set's layout: magic, version, tile count, then Detour's parameters (origin, tile width and height,
// maxima), then per tile a reference, a size in bytes, and the tile. References are 32 or 64 bits wide, which
// the file does not say: the width under which every tile begins with Detour's tile magic is the right one.
#include "bake/import/detour_importer.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "bake/import/detour_tile_reader.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/navmesh/polygon_shape.h"

namespace waystone {
namespace {

constexpr int32_t kSetMagic = 'M' << 24 | 'S' << 16 | 'E' << 8 | 'T';
constexpr int32_t kSetVersion = 1;
constexpr int32_t kMaxTiles = 1 << 20;
constexpr uint8_t kBothWays = 1;
constexpr uint32_t kThin = kNoNeighbour - 1;

struct SetHeader {
  int32_t magic;
  int32_t version;
  int32_t tile_count;
  float origin[3];
  float tile_width;
  float tile_height;
  int32_t max_tiles;
  int32_t max_polys;
};
static_assert(sizeof(SetHeader) == 40);

// How the tiles lie in the file for one width of references.
struct Layout {
  size_t tile_header_bytes;
  size_t size_offset;  // of the size within it
  size_t link_bytes;
};
constexpr Layout kReferences32 = {8, 4, 12};
constexpr Layout kReferences64 = {16, 8, 16};

absl::Status InTile(int32_t tile, const absl::Status& status) {
  return InvalidArgument("tile ", tile, ": ",
                         std::string_view(status.message().data(), status.message().size()));
}

absl::StatusOr<std::vector<std::span<const std::byte>>> SplitTiles(std::span<const std::byte> bytes,
                                                                   int32_t tile_count, const Layout& layout) {
  std::vector<std::span<const std::byte>> tiles;
  for (int32_t i = 0; i < tile_count; ++i) {
    if (bytes.size() < layout.tile_header_bytes)
      return InTile(i, absl::InvalidArgumentError("the file ends before it"));
    int32_t size = 0;
    std::memcpy(&size, bytes.data() + layout.size_offset, sizeof(size));
    bytes = bytes.subspan(layout.tile_header_bytes);
    if (size < int32_t{sizeof(DetourTileHeader)} || static_cast<size_t>(size) > bytes.size()) {
      return InTile(i, InvalidArgument("its size, ", size, " bytes, is not in ", sizeof(DetourTileHeader),
                                       " to the ", bytes.size(), " that are left"));
    }
    int32_t magic = 0;
    std::memcpy(&magic, bytes.data(), sizeof(magic));
    if (magic != kDetourTileMagic) return InTile(i, absl::InvalidArgumentError("header: not a Detour tile"));
    tiles.push_back(bytes.first(static_cast<size_t>(size)));
    bytes = bytes.subspan(static_cast<size_t>(size));
  }
  if (!bytes.empty()) return InvalidArgument(bytes.size(), " bytes after the last tile");
  return tiles;
}

absl::StatusOr<SetHeader> ReadSetHeader(std::span<const std::byte> bytes) {
  SetHeader header{};
  if (bytes.size() < sizeof(header))
    return absl::InvalidArgumentError("the file ends within the tile set's header");
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (header.magic != kSetMagic) return absl::InvalidArgumentError("not a Detour tile set (MSET)");
  if (header.version != kSetVersion) {
    return InvalidArgument("tile set version ", header.version, ", only 1 is read");
  }
  if (header.tile_count < 0 || header.tile_count > kMaxTiles) {
    return InvalidArgument("tile count ", header.tile_count, " is not in 0 to ", kMaxTiles);
  }
  for (float v : header.origin) {
    if (!std::isfinite(v) || std::abs(v) > 1e6F)
      return absl::InvalidArgumentError("the set's origin is beyond 1e6 m");
  }
  return header;
}

// Copies tiles into one soup.
class SoupBuilder {
 public:
  SoupBuilder(NavmeshImport& out, const std::map<uint8_t, uint8_t>& area_index)
      : out_(out), area_index_(area_index) {}

  void Add(const DetourTile& tile) {
    const auto first_vertex = static_cast<uint32_t>(out_.soup.vertices.size());
    for (const Vec3f& v : tile.vertices) out_.soup.vertices.push_back(Local(v));
    const std::vector<uint32_t> soup_index = NumberPassable(tile, first_vertex);
    for (size_t i = 0; i < tile.details.size(); ++i) {
      if (soup_index[i] < kThin) AddPoly(tile, i, first_vertex, soup_index);
    }
    polys_before_ += static_cast<uint32_t>(tile.details.size());
    for (const DetourOffMesh& link : tile.off_mesh) {
      if (tile.polys[link.poly].flags != 0) AddLink(link);
    }
  }

  // Warns of polygons without area, which were left out.
  void Finish() {
    if (thin_count_ == 0) return;
    out_.warnings.push_back(StrCat(thin_count_, " of ", polys_before_,
                                   " polygons have no area and were left out; the first one is polygon ",
                                   first_thin_));
  }

 private:
  Vec3f Local(const Vec3f& v) const { return (Vec3(v) - out_.origin).ToFloat(); }

  std::vector<Vec2> PlanOf(const DetourPoly& poly, uint32_t first_vertex) const {
    std::vector<Vec2> plan;
    plan.reserve(poly.vertex_count);
    for (int k = 0; k < poly.vertex_count; ++k) {
      plan.push_back(Vec3(out_.soup.vertices[first_vertex + poly.vertices[k]]).Plane());
    }
    return plan;
  }

  // The index in the soup by polygon; kNoNeighbour if nobody may pass it, kThin if it has no area.
  std::vector<uint32_t> NumberPassable(const DetourTile& tile, uint32_t first_vertex) {
    std::vector<uint32_t> index(tile.details.size(), kNoNeighbour);
    auto next = static_cast<uint32_t>(out_.soup.polygons.size());
    for (size_t i = 0; i < tile.details.size(); ++i) {
      if (tile.polys[i].flags == 0) continue;
      const bool is_thin = WidthOf(PlanOf(tile.polys[i], first_vertex)) == 0;
      index[i] = is_thin ? kThin : next++;
      if (is_thin && thin_count_++ == 0) first_thin_ = polys_before_ + static_cast<uint32_t>(i);
    }
    return index;
  }

  void AddPoly(const DetourTile& tile, size_t i, uint32_t first_vertex,
               const std::vector<uint32_t>& soup_index) {
    const DetourPoly& poly = tile.polys[i];
    SoupPolygon soup;
    const int count = poly.vertex_count;
    for (int k = 0; k < count; ++k) soup.vertices.push_back(first_vertex + poly.vertices[k]);
    // Recast winds clockwise on our page; a set made by others may not.
    const bool reverse = TwiceArea(PlanOf(poly, first_vertex)) < 0;
    if (reverse) std::ranges::reverse(soup.vertices);
    for (int k = 0; k < count; ++k) {
      const int side = reverse ? (2 * count - 2 - k) % count : k;
      const uint16_t neighbour = poly.neighbours[side];
      const bool is_external = (neighbour & kDetourExternalLink) != 0;
      const uint32_t across = neighbour == 0 || is_external ? kNoNeighbour : soup_index[neighbour - 1U];
      // The neighbour beyond a polygon without area is found by its place.
      if (is_external || across == kThin) soup.loose_sides |= 1U << k;
      soup.neighbours.push_back(across == kThin ? kNoNeighbour : across);
    }
    AddDetail(tile, i, reverse, soup);
    soup.area = area_index_.at(poly.area());
    soup.tile_x = static_cast<uint16_t>(std::clamp(tile.header.x, 0, 0xffff));
    soup.tile_z = static_cast<uint16_t>(std::clamp(tile.header.y, 0, 0xffff));
    soup.external_id = polys_before_ + static_cast<uint32_t>(i);
    out_.soup.polygons.push_back(std::move(soup));
  }

  void AddDetail(const DetourTile& tile, size_t i, bool reverse, SoupPolygon& soup) const {
    const DetourPolyDetail& detail = tile.details[i];
    for (uint32_t v = 0; v < detail.vertex_count; ++v) {
      soup.detail_vertices.push_back(Local(tile.detail_vertices[detail.first_vertex + v]));
    }
    const auto count = static_cast<uint16_t>(soup.vertices.size());
    for (uint32_t t = 0; t < detail.triangle_count; ++t) {
      const auto& corners = tile.detail_triangles[detail.first_triangle + t];
      for (int k = 0; k < 3; ++k) {
        const uint16_t corner = corners[reverse ? 2 - k : k];
        soup.detail_triangles.push_back(reverse && corner < count ? count - 1 - corner : corner);
      }
    }
  }

  void AddLink(const DetourOffMesh& link) {
    OffMeshLink out;
    out.kind = LinkKind::kWalk;
    out.start = {link.ends[0], link.ends[1], link.ends[2]};
    out.end = {link.ends[3], link.ends[4], link.ends[5]};
    out.two_way = (link.flags & kBothWays) != 0;
    out.radius_m = link.radius;
    out.external_id = StrCat(link.user_id);
    out_.links.push_back(std::move(out));
  }

  NavmeshImport& out_;
  const std::map<uint8_t, uint8_t>& area_index_;
  uint32_t polys_before_ = 0;  // ground polygons of the tiles already added
  uint32_t thin_count_ = 0;
  uint32_t first_thin_ = 0;
};

// Detour's areas 0-63 become ours from 1 on; 0 is never walkable with us.
absl::StatusOr<std::map<uint8_t, uint8_t>> NumberAreas(const std::vector<DetourTile>& tiles,
                                                       std::vector<AreaType>& areas) {
  std::set<uint8_t> used;
  for (const DetourTile& tile : tiles) {
    for (size_t i = 0; i < tile.details.size(); ++i) used.insert(tile.polys[i].area());
  }
  if (used.size() > 63) return absl::InvalidArgumentError("the tile set uses 64 areas; at most 63 fit");
  std::map<uint8_t, uint8_t> index;
  for (uint8_t area : used) {
    const auto number = static_cast<uint8_t>(index.size() + 1);
    index[area] = number;
    areas.push_back({number, StrCat("detour_area_", int{area})});
  }
  return index;
}

Vec3f Scaled(const Vec3f& at, double scale) { return (Vec3(at) * scale).ToFloat(); }

}  // namespace

absl::StatusOr<NavmeshImport> ImportDetourTiles(std::span<const std::byte> bytes) {
  WS_ASSIGN_OR_RETURN(const SetHeader set, ReadSetHeader(bytes));
  const std::span<const std::byte> body = bytes.subspan(sizeof(SetHeader));
  Layout layout = kReferences32;
  auto parts = SplitTiles(body, set.tile_count, layout);
  if (!parts.ok()) {
    auto wide = SplitTiles(body, set.tile_count, kReferences64);
    if (!wide.ok()) return parts.status();
    layout = kReferences64;
    parts = std::move(wide);
  }
  std::vector<DetourTile> tiles;
  std::set<std::tuple<int32_t, int32_t, int32_t>> places;
  for (int32_t i = 0; i < set.tile_count; ++i) {
    auto tile = ReadDetourTile((*parts)[static_cast<size_t>(i)], layout.link_bytes);
    if (!tile.ok()) return InTile(i, tile.status());
    const DetourTileHeader& header = tile->header;
    if (!places.insert({header.x, header.y, header.layer}).second) {
      return InTile(i, absl::InvalidArgumentError("another tile has its place and layer"));
    }
    tiles.push_back(*std::move(tile));
  }
  NavmeshImport out;
  out.origin = {set.origin[0], set.origin[1], set.origin[2]};
  WS_ASSIGN_OR_RETURN(const auto area_index, NumberAreas(tiles, out.areas));
  SoupBuilder builder(out, area_index);
  for (const DetourTile& tile : tiles) {
    builder.Add(tile);
    out.soup.max_climb_m = tile.header.walkable_climb;
    out.agent.radius_m = tile.header.walkable_radius;
    out.agent.height_m = tile.header.walkable_height;
    out.agent.max_climb_m = tile.header.walkable_climb;
  }
  builder.Finish();
  return out;
}

absl::StatusOr<NavmeshImport> ReadTileSet(SourceText& source, const ImportOptions& options,
                                          double /*max_climb_m*/) {
  if (options.up_axis != UpAxis::kY) {
    return absl::InvalidArgumentError("a Detour tile set is y up by its format: up_axis must be y");
  }
  WS_ASSIGN_OR_RETURN(NavmeshImport navmesh, ImportDetourTiles(std::as_bytes(std::span(source.bytes))));
  const double scale = options.scale;
  for (Vec3f& v : navmesh.soup.vertices) v = Scaled(v, scale);
  for (SoupPolygon& polygon : navmesh.soup.polygons) {
    for (Vec3f& v : polygon.detail_vertices) v = Scaled(v, scale);
  }
  navmesh.origin = navmesh.origin * scale;
  navmesh.agent.radius_m *= scale;
  navmesh.agent.height_m *= scale;
  navmesh.agent.max_climb_m *= scale;
  for (OffMeshLink& link : navmesh.links) {
    link.start = link.start * scale;
    link.end = link.end * scale;
    link.radius_m *= scale;
  }
  return navmesh;
}

}  // namespace waystone
