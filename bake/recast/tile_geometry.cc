// Triangles are cut to the field in double precision: Recast works in float and takes what lies outside the
// field into its first row and column, and a mountain side of one triangle would be too high for its height
// range.
#include "bake/recast/tile_geometry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "absl/status/status.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr int kMaxFieldCellsUp = 8190;

// A convex polygon while it is cut; a triangle gains at most one corner per cut.
struct CutPolygon {
  std::array<Vec3, 8> corners;
  size_t count = 0;
};

// Keeps what lies at or above `limit` (below, for sign -1) along the axis.
void Cut(double Vec3::*axis, double limit, double sign, CutPolygon& polygon) {
  CutPolygon kept;
  for (size_t i = 0; i < polygon.count; ++i) {
    const Vec3& a = polygon.corners[i];
    const Vec3& b = polygon.corners[(i + 1) % polygon.count];
    const double da = sign * (a.*axis - limit);
    const double db = sign * (b.*axis - limit);
    if (da >= 0) kept.corners[kept.count++] = a;
    if ((da > 0 && db < 0) || (da < 0 && db > 0)) {
      Vec3 crossing = a + (b - a) * (da / (da - db));
      crossing.*axis = limit;
      kept.corners[kept.count++] = crossing;
    }
  }
  polygon = kept;
}

uint8_t AreaFor(const std::array<Vec3, 3>& t, TriangleClass triangle_class, const VoxelSettings& settings) {
  const Vec3 normal = Cross(t[1] - t[0], t[2] - t[0]);
  return normal.y >= settings.min_floor_cosine * Length(normal) && normal.y > 0 ? triangle_class
                                                                                : kNotWalkable;
}

bool Inside(const Vec3& v, double side_m) { return v.x >= 0 && v.x <= side_m && v.z >= 0 && v.z <= side_m; }

void CutToField(double side_m, CutPolygon& polygon) {
  const auto begin = polygon.corners.begin();
  if (std::all_of(begin, begin + 3, [&](const Vec3& v) { return Inside(v, side_m); })) return;
  Cut(&Vec3::x, 0, 1, polygon);
  Cut(&Vec3::x, side_m, -1, polygon);
  Cut(&Vec3::z, 0, 1, polygon);
  Cut(&Vec3::z, side_m, -1, polygon);
}

// The pieces of all triangles, x and z in the field's frame, y in the map's.
struct Pieces {
  std::vector<Vec3> corners;  // 3 per piece
  double min_y = std::numeric_limits<double>::infinity();
  double max_y = -std::numeric_limits<double>::infinity();
};

void AppendFan(const CutPolygon& polygon, uint8_t area, Pieces& pieces, std::vector<uint8_t>& areas) {
  for (size_t k = 0; k < polygon.count; ++k) {
    pieces.min_y = std::min(pieces.min_y, polygon.corners[k].y);
    pieces.max_y = std::max(pieces.max_y, polygon.corners[k].y);
  }
  for (size_t k = 2; k < polygon.count; ++k) {
    pieces.corners.insert(pieces.corners.end(),
                          {polygon.corners[0], polygon.corners[k - 1], polygon.corners[k]});
    areas.push_back(area);
  }
}

}  // namespace

absl::StatusOr<TileGeometry> CutTile(const SourceMap& map, std::span<const TriangleClass> classes,
                                     std::span<const uint32_t> triangles, const TileGrid& grid,
                                     uint32_t tile_x, uint32_t tile_z, const VoxelSettings& settings) {
  const auto corner_m = [&](int64_t first_cell, uint32_t tile) {
    const int64_t cell = first_cell + int64_t{tile} * settings.tile_cells - settings.margin_cells;
    return static_cast<double>(cell) * settings.cell_size_m;
  };
  const Vec3 corner =
      grid.origin + Vec3(corner_m(grid.first_cell_x, tile_x), 0, corner_m(grid.first_cell_z, tile_z));
  const double side_m = settings.field_cells() * settings.cell_size_m;
  TileGeometry geometry;
  Pieces pieces;
  for (const uint32_t triangle : triangles) {
    std::array<Vec3, 3> t;
    for (size_t k = 0; k < 3; ++k) t[k] = map.vertices[map.triangles[triangle][k]] - corner;
    CutPolygon polygon{{t[0], t[1], t[2]}, 3};
    CutToField(side_m, polygon);
    AppendFan(polygon, AreaFor(t, classes[triangle], settings), pieces, geometry.areas);
  }
  if (pieces.corners.empty()) return geometry;
  const double cell_m = settings.cell_height_m;
  const double cells_up = (pieces.max_y - pieces.min_y) / cell_m + 2;
  if (cells_up > kMaxFieldCellsUp) {
    return absl::ResourceExhaustedError(
        StrCat("tile (", tile_x, ", ", tile_z, ") is ", pieces.max_y - pieces.min_y, " m high, more than ",
               kMaxFieldCellsUp, " cells of ", cell_m, " m: raise --cell-height"));
  }
  geometry.base_cell = static_cast<int64_t>(std::floor(pieces.min_y / cell_m));
  geometry.height_m = static_cast<float>((std::ceil(cells_up) + 1) * cell_m);
  const double base_m = (static_cast<double>(geometry.base_cell) - 0.5) * cell_m;
  geometry.corners.reserve(3 * pieces.corners.size());
  for (const Vec3& v : pieces.corners) {
    const Vec3f local = Vec3(v.x, v.y - base_m, v.z).ToFloat();
    geometry.corners.insert(geometry.corners.end(), {local.x, local.y, local.z});
  }
  return geometry;
}

}  // namespace waystone
