#include "bake/recast/poly_mesh_soup.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "bake/recast/detail_flips.h"

namespace waystone {
namespace {

constexpr uint16_t kTileBorderBit = 0x8000;
constexpr uint32_t kDropped = 0xffffffffU;
constexpr double kDetailAreaTolerance = 1e-3;  // of the polygon's area

struct CellPoint {
  int64_t x = 0;
  int64_t z = 0;
};

// Whether the triangles are counter-clockwise by our rule and cover the polygon of the first `n` points once.
// Recast's triangulation, which works in float, sometimes overlaps itself.
bool CoversOnce(std::span<const Vec2> points, size_t n, std::span<const uint16_t> triangles) {
  double area = 0;
  for (size_t k = 2; k < n; ++k) area += Orient(points[0], points[k - 1], points[k]);
  const double tolerance = kDetailAreaTolerance * area;
  double covered = 0;
  for (size_t t = 0; t < triangles.size(); t += 3) {
    const double part = Orient(points[triangles[t]], points[triangles[t + 1]], points[triangles[t + 2]]);
    if (part < -tolerance) return false;
    covered += part;
  }
  return std::abs(covered - area) <= tolerance;
}

// One tile's conversion.
class Converter {
 public:
  Converter(const rcPolyMesh& mesh, const rcPolyMeshDetail& detail, const VoxelSettings& settings,
            CellPoint corner, int64_t base_cell)
      : mesh_(mesh), detail_(detail), settings_(settings), corner_(corner), base_cell_(base_cell) {}

  void Run(uint16_t tile_x, uint16_t tile_z, BakedTile& tile);

 private:
  std::span<const uint16_t> CornersOf(int polygon) const;
  std::span<const uint16_t> SidesOf(int polygon) const;
  CellPoint CellOf(uint16_t vertex) const { return {mesh_.verts[3 * vertex], mesh_.verts[3 * vertex + 2]}; }
  int64_t Turn(uint16_t a, uint16_t b, uint16_t c) const;
  bool IsConvex(std::span<const uint16_t> corners) const;
  Vec3f VertexPosition(uint16_t vertex) const;
  Vec3f DetailPosition(const float* position) const;
  void SetSides(int polygon, SoupPolygon& out) const;
  std::vector<Vec2> PlacesOf(const SoupPolygon& polygon) const;
  void SetDetail(int polygon, SoupPolygon& out) const;

  const rcPolyMesh& mesh_;
  const rcPolyMeshDetail& detail_;
  const VoxelSettings& settings_;
  CellPoint corner_;  // of the tile without its margin
  int64_t base_cell_;
  std::vector<uint32_t> new_ids_;  // Recast's polygon -> ours, or kDropped
};

std::span<const uint16_t> Converter::CornersOf(int polygon) const {
  const std::span<const uint16_t> all(&mesh_.polys[static_cast<ptrdiff_t>(polygon) * 2 * mesh_.nvp],
                                      static_cast<size_t>(mesh_.nvp));
  return all.first(static_cast<size_t>(std::ranges::find(all, RC_MESH_NULL_IDX) - all.begin()));
}

std::span<const uint16_t> Converter::SidesOf(int polygon) const {
  return {&mesh_.polys[(static_cast<ptrdiff_t>(polygon) * 2 + 1) * mesh_.nvp], CornersOf(polygon).size()};
}

// Twice the area of abc in cells: positive if counter-clockwise by our rule. Exact.
int64_t Converter::Turn(uint16_t a, uint16_t b, uint16_t c) const {
  const CellPoint p = CellOf(a);
  const CellPoint q = CellOf(b);
  const CellPoint r = CellOf(c);
  return (q.x - p.x) * (r.z - p.z) - (q.z - p.z) * (r.x - p.x);
}

// Recast winds clockwise by our rule, so every turn must be to the right or none. Its triangulation of a
// contour that touches itself can leave slivers without area.
bool Converter::IsConvex(std::span<const uint16_t> corners) const {
  const size_t n = corners.size();
  int64_t sum = 0;
  for (size_t k = 0; k < n; ++k) {
    const int64_t turn = Turn(corners[k], corners[(k + 1) % n], corners[(k + 2) % n]);
    if (turn > 0) return false;
    sum += turn;
  }
  return n >= 3 && sum < 0;
}

// The voxels' tops lie one cell above a floor at a whole cell (see TileGeometry).
Vec3f Converter::VertexPosition(uint16_t vertex) const {
  const CellPoint cell = CellOf(vertex);
  const int64_t y = base_cell_ + mesh_.verts[3 * vertex + 1] - 1;
  return Vec3(static_cast<double>(corner_.x + cell.x) * settings_.cell_size_m,
              static_cast<double>(y) * settings_.cell_height_m,
              static_cast<double>(corner_.z + cell.z) * settings_.cell_size_m)
      .ToFloat();
}

// Recast raises its detail vertices, but not the corners, by one more cell.
Vec3f Converter::DetailPosition(const float* position) const {
  const double margin_m = settings_.margin_cells * settings_.cell_size_m;
  return Vec3(static_cast<double>(corner_.x) * settings_.cell_size_m + position[0] - margin_m,
              static_cast<double>(base_cell_ - 2) * settings_.cell_height_m + position[1],
              static_cast<double>(corner_.z) * settings_.cell_size_m + position[2] - margin_m)
      .ToFloat();
}

// Corner k of ours is Recast's corner n - 1 - k; side k, to the next corner, is Recast's side n - 2 - k.
void Converter::SetSides(int polygon, SoupPolygon& out) const {
  const std::span<const uint16_t> corners = CornersOf(polygon);
  const std::span<const uint16_t> sides = SidesOf(polygon);
  const size_t n = corners.size();
  for (size_t k = 0; k < n; ++k) {
    out.vertices.push_back(corners[n - 1 - k]);
    const uint16_t across = sides[(2 * n - 2 - k) % n];
    const bool is_portal = across != RC_MESH_NULL_IDX && (across & kTileBorderBit) != 0;
    const bool is_border = across == RC_MESH_NULL_IDX || is_portal;
    const uint32_t neighbour = is_border ? kDropped : new_ids_[across];
    // The neighbour beyond a dropped sliver is found by its place.
    if (is_portal || (!is_border && neighbour == kDropped)) out.loose_sides |= 1U << k;
    out.neighbours.push_back(neighbour == kDropped ? kNoNeighbour : neighbour);
  }
}

// In the plane: the corners, then the detail vertices.
std::vector<Vec2> Converter::PlacesOf(const SoupPolygon& polygon) const {
  std::vector<Vec2> places;
  for (const uint32_t vertex : polygon.vertices) {
    places.push_back(Vec3(VertexPosition(static_cast<uint16_t>(vertex))).Plane());
  }
  for (const Vec3f& vertex : polygon.detail_vertices) places.push_back(Vec3(vertex).Plane());
  return places;
}

void Converter::SetDetail(int polygon, SoupPolygon& out) const {
  const unsigned int* part = &detail_.meshes[static_cast<ptrdiff_t>(polygon) * 4];
  const auto n = static_cast<uint32_t>(out.vertices.size());
  for (uint32_t k = n; k < part[1]; ++k) {
    out.detail_vertices.push_back(DetailPosition(&detail_.verts[3 * (part[0] + k)]));
  }
  for (uint32_t t = 0; t < part[3]; ++t) {
    const unsigned char* triangle = &detail_.tris[4 * (part[2] + t)];
    for (const int k : {0, 2, 1}) {
      const uint32_t corner = triangle[k];
      out.detail_triangles.push_back(static_cast<uint16_t>(corner < n ? n - 1 - corner : corner));
    }
  }
  const std::vector<Vec2> places = PlacesOf(out);
  if (CoversOnce(places, n, out.detail_triangles)) return FlipToDelaunay(places, out.detail_triangles);
  out.detail_vertices.clear();
  out.detail_triangles.clear();  // a fan over the corners
}

void Converter::Run(uint16_t tile_x, uint16_t tile_z, BakedTile& tile) {
  for (int i = 0; i < mesh_.npolys; ++i) {
    const bool good = IsConvex(CornersOf(i));
    new_ids_.push_back(good ? static_cast<uint32_t>(new_ids_.size()) - tile.dropped_polygon_count : kDropped);
    if (!good) ++tile.dropped_polygon_count;
  }
  for (int i = 0; i < mesh_.nverts; ++i) tile.vertices.push_back(VertexPosition(static_cast<uint16_t>(i)));
  for (int i = 0; i < mesh_.npolys; ++i) {
    if (new_ids_[static_cast<size_t>(i)] == kDropped) continue;
    SoupPolygon& polygon = tile.polygons.emplace_back();
    SetSides(i, polygon);
    SetDetail(i, polygon);
    polygon.area = mesh_.areas[i];
    polygon.tile_x = tile_x;
    polygon.tile_z = tile_z;
  }
}

}  // namespace

void AppendPolyMesh(const rcPolyMesh& mesh, const rcPolyMeshDetail& detail, const TileGrid& grid,
                    uint32_t tile_x, uint32_t tile_z, int64_t base_cell, const VoxelSettings& settings,
                    BakedTile& tile) {
  const CellPoint corner{grid.first_cell_x + int64_t{tile_x} * settings.tile_cells,
                         grid.first_cell_z + int64_t{tile_z} * settings.tile_cells};
  Converter(mesh, detail, settings, corner, base_cell)
      .Run(static_cast<uint16_t>(tile_x), static_cast<uint16_t>(tile_z), tile);
}

}  // namespace waystone
