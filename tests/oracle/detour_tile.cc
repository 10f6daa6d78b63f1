#include "tests/oracle/detour_tile.h"

#include <recastnavigation/DetourAlloc.h>
#include <recastnavigation/DetourNavMesh.h>
#include <recastnavigation/DetourNavMeshBuilder.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/geom/triangle.h"

namespace waystone {
namespace {

constexpr int kMaxCorners = DT_VERTS_PER_POLYGON;
constexpr uint16_t kNone = 0xffff;
constexpr uint16_t kPortal = 0x8000;  // with 0: low x, 1: high z, 2: high x, 3: low z (as rcBuildPolyMesh)

absl::Status Unfit(PolyId poly, const char* what) {
  return absl::InvalidArgumentError(StrCat("Detour cannot hold polygon ", poly.value(), ": ", what));
}

// A polygon's corners as Detour is to have them: half-edges, in our order (Detour's is the reverse).
using Outline = std::vector<uint32_t>;

class TileMaker {
 public:
  TileMaker(const NavmeshView& mesh, const DetourLattice& lattice, std::span<const PolyId> polys)
      : mesh_(mesh), lattice_(lattice), polys_(polys) {
    const NavPoly& first = mesh.poly(polys.front());
    tile_x_ = first.tile_x;
    tile_z_ = first.tile_z;
    min_ = {lattice.origin.x + tile_x_ * lattice.tile_size_m, INFINITY,
            lattice.origin.z + tile_z_ * lattice.tile_size_m};
    for (uint32_t k = 0; k < polys.size(); ++k) {
      index_[polys[k].value()] = static_cast<uint16_t>(k);
      for (const NavEdge& edge : mesh.edges(polys[k])) {
        min_.y = std::min<double>(min_.y, mesh.vertex(VertexId(edge.vertex)).y);
      }
    }
    min_.y = lattice.origin.y +
             std::floor((min_.y - lattice.origin.y) / lattice.cell_height_m) * lattice.cell_height_m;
  }

  absl::StatusOr<DetourTileBytes> Make() {
    if (polys_.size() >= kPortal) return Unfit(polys_.front(), "more than 32767 polygons in one tile");
    for (PolyId poly : polys_) {
      WS_ASSIGN_OR_RETURN(const Outline outline, OutlineOf(poly));
      WS_RETURN_IF_ERROR(AddPolygon(poly, outline));
      WS_RETURN_IF_ERROR(AddDetail(poly, outline));
    }
    if (positions_.size() >= kNone) return Unfit(polys_.front(), "more than 65534 vertices in one tile");
    return Pack();
  }

 private:
  bool InTile(PolyId poly) const { return index_.count(poly.value()) != 0; }

  // The polygon across `edge` where it is in this tile.
  PolyId NeighbourInTile(const NavEdge& edge) const {
    if (edge.twin == kNoEdge) return PolyId();
    const PolyId across(mesh_.edge(EdgeId(edge.twin)).poly);
    return InTile(across) ? across : PolyId();
  }

  // Splits are dropped where all they divide is a tile border.
  absl::StatusOr<Outline> OutlineOf(PolyId poly) const {
    const std::span<const NavEdge> edges = mesh_.edges(poly);
    Outline outline;
    for (size_t k = 0; k < edges.size(); ++k) {
      const NavEdge& before = edges[k == 0 ? edges.size() - 1 : k - 1];
      const bool split = (edges[k].flags & kNavEdgeStartIsSplit) != 0;
      const bool needed = !NeighbourInTile(edges[k]).IsNone() || !NeighbourInTile(before).IsNone();
      if (!split || needed) outline.push_back(mesh_.poly(poly).first_edge + static_cast<uint32_t>(k));
    }
    if (outline.size() > kMaxCorners) return Unfit(poly, "more than 6 corners");
    return outline;
  }

  absl::Status AddPolygon(PolyId poly, const Outline& outline) {
    const size_t n = outline.size();
    std::vector<uint16_t> record(2 * kMaxCorners, kNone);
    for (size_t k = 0; k < n; ++k) {
      // Detour's corner k is ours n - 1 - k; its side k runs back over our side n - 2 - k.
      const EdgeId corner(outline[n - 1 - k]);
      WS_ASSIGN_OR_RETURN(record[k], VertexAt(poly, VertexId(mesh_.edge(corner).vertex)));
      const size_t side = (2 * n - 2 - k) % n;
      WS_ASSIGN_OR_RETURN(record[kMaxCorners + k], Across(poly, outline[side], outline[(side + 1) % n]));
    }
    records_.insert(records_.end(), record.begin(), record.end());
    return absl::OkStatus();
  }

  absl::StatusOr<uint16_t> VertexAt(PolyId poly, VertexId vertex) {
    const auto [entry, is_new] = vertex_index_.try_emplace(
        vertex.value(), static_cast<uint16_t>(std::min<size_t>(positions_.size(), kNone)));
    if (!is_new) return entry->second;
    const Vec3f& at = mesh_.vertex(vertex);
    positions_.push_back(at);
    const double cell[3] = {(at.x - min_.x) / lattice_.cell_size_m, (at.y - min_.y) / lattice_.cell_height_m,
                            (at.z - min_.z) / lattice_.cell_size_m};
    for (int axis = 0; axis < 3; ++axis) {
      const double nearest = std::round(cell[axis]);
      if (!(nearest >= 0 && nearest < kNone)) return Unfit(poly, "a corner outside of its tile");
      if (lattice_.exact && axis != 1 && std::abs(cell[axis] - nearest) > 0.05) {
        return Unfit(poly, "a corner off the lattice");
      }
      cells_.push_back(static_cast<uint16_t>(nearest));
    }
    return entry->second;
  }

  // What lies across the side from half-edge `from` to the start of half-edge `to`: the whole of it, or
  // pieces of a tile border.
  absl::StatusOr<uint16_t> Across(PolyId poly, uint32_t from, uint32_t to) const {
    EdgeId edge(from);
    const PolyId in_tile = NeighbourInTile(mesh_.edge(edge));
    if (!in_tile.IsNone()) return index_.at(in_tile.value());
    bool joined = false;
    for (; edge.value() != to; edge = mesh_.Next(edge)) joined = joined || mesh_.edge(edge).twin != kNoEdge;
    if (!joined) return kNone;
    const Vec3 middle = (Vec3(mesh_.EdgeStart(EdgeId(from))) + Vec3(mesh_.EdgeStart(EdgeId(to)))) * 0.5;
    const double gaps_m[4] = {middle.x - min_.x, min_.z + lattice_.tile_size_m - middle.z,
                              min_.x + lattice_.tile_size_m - middle.x, middle.z - min_.z};
    const double* nearest = std::min_element(gaps_m, gaps_m + 4);
    if (std::abs(*nearest) > 0.05 * lattice_.cell_size_m)
      return Unfit(poly, "a neighbour tile not over the border");
    return static_cast<uint16_t>(kPortal | (nearest - gaps_m));
  }

  absl::Status AddDetail(PolyId id, const Outline& outline) {
    const NavPoly& poly = mesh_.poly(id);
    const auto n = static_cast<uint32_t>(outline.size());
    std::vector<Vec3> points;  // Detour's corners, then the detail vertices
    for (uint32_t k = 0; k < n; ++k) points.push_back(mesh_.EdgeStart(EdgeId(outline[n - 1 - k])));
    for (uint32_t k = 0; k < poly.detail_vertex_count; ++k) {
      points.push_back(mesh_.arrays().detail_vertices[poly.first_detail_vertex + k]);
    }
    if (points.size() > 255 || poly.detail_triangle_count > 255) return Unfit(id, "too many detail records");
    detail_meshes_.insert(
        detail_meshes_.end(),
        {static_cast<unsigned>(detail_vertices_.size() / 3), static_cast<unsigned>(points.size()),
         static_cast<unsigned>(detail_triangles_.size() / 4), poly.detail_triangle_count});
    for (const Vec3& p : points) {
      for (double value : {p.x, p.y, p.z}) detail_vertices_.push_back(static_cast<float>(value));
    }
    for (uint32_t t = 0; t < poly.detail_triangle_count; ++t) {
      const NavDetailTriangle& triangle = mesh_.arrays().detail_triangles[poly.first_detail_triangle + t];
      unsigned char corner[3];
      for (int k = 0; k < 3; ++k) {
        WS_ASSIGN_OR_RETURN(corner[2 - k], DetailCorner(id, outline, triangle.corner[k]));
      }
      for (unsigned char k : corner) detail_triangles_.push_back(k);
      detail_triangles_.push_back(BoundaryFlags(points, n, corner));
    }
    return absl::OkStatus();
  }

  absl::StatusOr<unsigned char> DetailCorner(PolyId id, const Outline& outline, uint16_t corner) const {
    const NavPoly& poly = mesh_.poly(id);
    const size_t n = outline.size();
    if (corner >= poly.edge_count) return static_cast<unsigned char>(corner - poly.edge_count + n);
    for (size_t k = 0; k < n; ++k) {
      if (outline[k] == poly.first_edge + corner) return static_cast<unsigned char>(n - 1 - k);
    }
    return Unfit(id, "a detail triangle at a split");
  }

  // Two bits per side of a detail triangle: 1 where it lies on the polygon's outline.
  static unsigned char BoundaryFlags(const std::vector<Vec3>& points, uint32_t n,
                                     const unsigned char (&corner)[3]) {
    unsigned flags = 0;
    for (int side = 0; side < 3; ++side) {
      const Vec3& a = points[corner[side]];
      const Vec3& b = points[corner[(side + 1) % 3]];
      for (uint32_t k = 0; k < n; ++k) {
        const auto on_side = [&](const Vec3& p) {
          return ClosestOnSegment(points[k], points[(k + 1) % n], p.Plane()).distance_sq_m2 < 1e-6;
        };
        if (on_side(a) && on_side(b)) flags |= 1U << (2 * side);
      }
    }
    return static_cast<unsigned char>(flags);
  }

  absl::StatusOr<DetourTileBytes> Pack() {
    const std::vector<uint16_t> flags(polys_.size(), 1);
    std::vector<unsigned char> areas;
    for (PolyId poly : polys_) areas.push_back(mesh_.poly(poly).area);
    dtNavMeshCreateParams params{};
    params.verts = cells_.data();
    params.vertCount = static_cast<int>(positions_.size());
    params.polys = records_.data();
    params.polyFlags = flags.data();
    params.polyAreas = areas.data();
    params.polyCount = static_cast<int>(polys_.size());
    params.nvp = kMaxCorners;
    params.detailMeshes = detail_meshes_.data();
    params.detailVerts = detail_vertices_.data();
    params.detailVertsCount = static_cast<int>(detail_vertices_.size() / 3);
    params.detailTris = detail_triangles_.data();
    params.detailTriCount = static_cast<int>(detail_triangles_.size() / 4);
    params.tileX = tile_x_;
    params.tileY = tile_z_;
    double max_y = min_.y;
    for (size_t k = 1; k < detail_vertices_.size(); k += 3)
      max_y = std::max<double>(max_y, detail_vertices_[k]);
    const Vec3f low = min_.ToFloat();
    const Vec3f high = Vec3(min_.x + lattice_.tile_size_m, max_y, min_.z + lattice_.tile_size_m).ToFloat();
    std::memcpy(params.bmin, &low, sizeof low);
    std::memcpy(params.bmax, &high, sizeof high);
    params.walkableClimb = mesh_.arrays().header.max_climb_m;
    params.cs = static_cast<float>(lattice_.cell_size_m);
    params.ch = static_cast<float>(lattice_.cell_height_m);
    params.buildBvTree = true;
    DetourTileBytes tile;
    unsigned char* bytes = nullptr;
    if (!dtCreateNavMeshData(&params, &bytes, &tile.size)) {
      return Unfit(polys_.front(), "dtCreateNavMeshData refuses its tile");
    }
    tile.bytes.reset(bytes);
    // The corners to the last bit, in place of those computed from whole cells. They follow the header.
    static_assert(sizeof(dtMeshHeader) % 4 == 0);
    std::memcpy(bytes + sizeof(dtMeshHeader), positions_.data(), positions_.size() * sizeof(Vec3f));
    return tile;
  }

  const NavmeshView& mesh_;
  const DetourLattice& lattice_;
  const std::span<const PolyId> polys_;
  int tile_x_ = 0;
  int tile_z_ = 0;
  Vec3 min_;
  std::map<uint32_t, uint16_t> index_;  // PolyId -> index in the tile
  std::map<uint32_t, uint16_t> vertex_index_;
  std::vector<Vec3f> positions_;
  std::vector<uint16_t> cells_;
  std::vector<uint16_t> records_;
  std::vector<unsigned> detail_meshes_;
  std::vector<float> detail_vertices_;
  std::vector<unsigned char> detail_triangles_;
};

}  // namespace

void FreeDetourBytes::operator()(unsigned char* bytes) const { dtFree(bytes); }

DetourLattice LatticeOf(const NavmeshView& mesh) {
  const NavmeshHeader& h = mesh.arrays().header;
  if (h.tile_size_m > 0 && h.cell_size_m > 0 && h.cell_height_m > 0) {
    return {{h.tile_origin[0], h.tile_origin[1], h.tile_origin[2]},
            h.tile_size_m,
            h.cell_size_m,
            h.cell_height_m,
            true};
  }
  // A power of two, so that coordinates of a few binary places lie on the lattice.
  double extent_m = 1;
  for (int axis = 0; axis < 3; ++axis) {
    extent_m = std::max<double>(extent_m, double{h.bounds_max[axis]} - h.bounds_min[axis]);
  }
  const double cell_m = std::exp2(std::ceil(std::log2(extent_m / 65000.0)));
  return {{h.bounds_min[0], h.bounds_min[1], h.bounds_min[2]}, extent_m, cell_m, cell_m, false};
}

absl::StatusOr<DetourTileBytes> MakeDetourTile(const NavmeshView& mesh, const DetourLattice& lattice,
                                               std::span<const PolyId> polys) {
  return TileMaker(mesh, lattice, polys).Make();
}

}  // namespace waystone
