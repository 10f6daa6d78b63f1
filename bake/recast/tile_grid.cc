// A triangle is walked row by row: within a row of tiles it covers one interval of x, found from the corners
// inside the row's band and the sides' crossings of the band's edges. A long thin triangle therefore costs
// its rows, not the area of its box.
#include "bake/recast/tile_grid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "absl/status/status.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

using PlaneTriangle = std::array<Vec2, 3>;

// Calls visit(tile) for each tile whose field a triangle touches.
class TileWalk {
 public:
  TileWalk(const SourceMap& map, const TileGrid& grid, const VoxelSettings& settings)
      : map_(map),
        grid_(grid),
        tile_m_(settings.tile_size_m()),
        margin_m_(settings.margin_cells * settings.cell_size_m),
        corner_{grid.origin.x + static_cast<double>(grid.first_cell_x) * settings.cell_size_m,
                grid.origin.z + static_cast<double>(grid.first_cell_z) * settings.cell_size_m} {}

  template <typename Visit>
  void Run(const SourceTriangle& triangle, const Visit& visit) const {
    PlaneTriangle t;
    for (size_t k = 0; k < 3; ++k) t[k] = map_.vertices[triangle[k]].Plane() - corner_;
    const auto [low, high] = std::minmax({t[0].z, t[1].z, t[2].z});
    const uint32_t last_row = TileAt(high + margin_m_, grid_.count_z);
    for (uint32_t row = TileAt(low - margin_m_, grid_.count_z); row <= last_row; ++row) {
      const double z0 = row * tile_m_ - margin_m_;
      double x0 = std::numeric_limits<double>::infinity();
      double x1 = -x0;
      Clip(t, z0, z0 + tile_m_ + 2 * margin_m_, x0, x1);
      if (x0 > x1) continue;
      const uint32_t last_column = TileAt(x1 + margin_m_, grid_.count_x);
      for (uint32_t column = TileAt(x0 - margin_m_, grid_.count_x); column <= last_column; ++column) {
        visit(uint64_t{row} * grid_.count_x + column);
      }
    }
  }

 private:
  uint32_t TileAt(double metres, uint32_t count) const {
    return static_cast<uint32_t>(
        std::clamp(std::floor(metres / tile_m_), 0.0, static_cast<double>(count - 1)));
  }

  // The interval of x that the triangle covers within [z0, z1].
  static void Clip(const PlaneTriangle& t, double z0, double z1, double& x0, double& x1) {
    const auto extend = [&](double x) {
      x0 = std::min(x0, x);
      x1 = std::max(x1, x);
    };
    for (size_t k = 0; k < 3; ++k) {
      const Vec2 a = t[k];
      const Vec2 b = t[(k + 1) % 3];
      if (a.z >= z0 && a.z <= z1) extend(a.x);
      for (const double z : {z0, z1}) {
        if ((a.z < z) != (b.z < z)) extend(a.x + (b.x - a.x) * ((z - a.z) / (b.z - a.z)));
      }
    }
  }

  const SourceMap& map_;
  const TileGrid& grid_;
  double tile_m_;
  double margin_m_;
  Vec2 corner_;
};

// [columns] About those that the triangle is drawn into: those it covers, and those along its sides.
double DrawnColumns(const SourceMap& map, const SourceTriangle& triangle, double cell_m) {
  const Vec2 a = map.vertices[triangle[0]].Plane();
  const Vec2 b = map.vertices[triangle[1]].Plane();
  const Vec2 c = map.vertices[triangle[2]].Plane();
  const double area_m2 = std::abs(Cross(b - a, c - a)) / 2;
  const double sides_m = Length(b - a) + Length(c - b) + Length(a - c);
  return area_m2 / (cell_m * cell_m) + sides_m / cell_m + 1;
}

// Fills in `columns` and `drawn`; the first row of `begin` must be complete.
absl::Status CheckWork(const SourceMap& map, std::span<const TriangleClass> classes, const TileGrid& grid,
                       const VoxelSettings& settings, const BakeLimits& limits, TileBins& bins) {
  uint64_t used_tiles = 0;
  for (size_t i = 0; i + 1 < bins.begin.size(); ++i) used_tiles += bins.begin[i + 1] > bins.begin[i] ? 1 : 0;
  const auto side = static_cast<uint64_t>(settings.field_cells());
  bins.columns = used_tiles * side * side;
  const double tile_m = settings.tile_size_m();
  const std::string where =
      StrCat(grid.count_x * tile_m, " x ", grid.count_z * tile_m, " m at ", settings.cell_size_m, " m");
  WS_RETURN_IF_ERROR(CheckBakeLimit("--max-columns", static_cast<double>(bins.columns), limits.columns,
                                    "voxel columns", where, "a larger cell_size_m"));
  for (size_t i = 0; i < map.triangles.size(); ++i) {
    if (IsSolid(classes[i])) bins.drawn += DrawnColumns(map, map.triangles[i], settings.cell_size_m);
  }
  return CheckBakeLimit("--max-drawn", bins.drawn, limits.drawn, "voxel columns drawn, triangle by triangle",
                        where, "a larger cell_size_m, or triangles that do not lie on one another");
}

// A convex polygon in the plane.
struct Outline {
  std::array<Vec2, 8> corners;  // a triangle cut by four lines has seven
  size_t size = 0;

  // Keeps what lies where `side` is not negative; `side` is linear.
  template <typename Side>
  void Cut(const Side& side) {
    Outline kept;
    for (size_t i = 0; i < size; ++i) {
      const Vec2 a = corners[i];
      const Vec2 b = corners[(i + 1) % size];
      const double at_a = side(a);
      const double at_b = side(b);
      if (at_a >= 0) kept.corners[kept.size++] = a;
      if ((at_a < 0) != (at_b < 0)) kept.corners[kept.size++] = a + (b - a) * (at_a / (at_a - at_b));
    }
    *this = kept;
  }
  double Area() const {
    double twice = 0;
    for (size_t i = 2; i < size; ++i) twice += Cross(corners[i - 1] - corners[0], corners[i] - corners[0]);
    return std::abs(twice) / 2;
  }
};

// Fills in `covered_of_tile`. O(entries).
void CountCovered(const SourceMap& map, const TileGrid& grid, const VoxelSettings& settings, TileBins& bins) {
  const double cell_m2 = settings.cell_size_m * settings.cell_size_m;
  const double tile_m = settings.tile_size_m();
  const double margin_m = settings.margin_cells * settings.cell_size_m;
  bins.covered_of_tile.reserve(grid.tile_count());
  for (uint64_t tile = 0; tile < grid.tile_count(); ++tile) {
    const uint64_t row = tile / grid.count_x;
    const auto x = static_cast<double>(tile % grid.count_x);
    const auto z = static_cast<double>(row);
    const Vec2 low{
        grid.origin.x + static_cast<double>(grid.first_cell_x) * settings.cell_size_m + x * tile_m - margin_m,
        grid.origin.z + static_cast<double>(grid.first_cell_z) * settings.cell_size_m + z * tile_m -
            margin_m};
    const Vec2 high = low + Vec2{tile_m + 2 * margin_m, tile_m + 2 * margin_m};
    double area_m2 = 0;
    for (const uint32_t triangle : bins.OfTile(tile)) {
      Outline outline;
      for (const uint32_t vertex : map.triangles[triangle]) {
        outline.corners[outline.size++] = map.vertices[vertex].Plane();
      }
      outline.Cut([&](const Vec2& p) { return p.x - low.x; });
      outline.Cut([&](const Vec2& p) { return high.x - p.x; });
      outline.Cut([&](const Vec2& p) { return p.z - low.z; });
      outline.Cut([&](const Vec2& p) { return high.z - p.z; });
      area_m2 += outline.Area();
    }
    bins.covered_of_tile.push_back(area_m2 / cell_m2);
  }
}

}  // namespace

absl::StatusOr<TileGrid> MakeTileGrid(const Aabb& bounds, const Vec3& origin, const VoxelSettings& settings) {
  TileGrid grid;
  grid.origin = origin;
  const auto first_cell = [&](double metres) {
    return static_cast<int64_t>(std::floor(metres / settings.cell_size_m));
  };
  const auto tiles = [&](double length_m) {
    return std::max<uint64_t>(1, static_cast<uint64_t>(std::ceil(length_m / settings.tile_size_m())));
  };
  grid.first_cell_x = first_cell(bounds.min.x - origin.x);
  grid.first_cell_z = first_cell(bounds.min.z - origin.z);
  const uint64_t count_x =
      tiles(bounds.max.x - origin.x - static_cast<double>(grid.first_cell_x) * settings.cell_size_m);
  const uint64_t count_z =
      tiles(bounds.max.z - origin.z - static_cast<double>(grid.first_cell_z) * settings.cell_size_m);
  if (count_x > kMaxTilesPerAxis || count_z > kMaxTilesPerAxis || count_x * count_z > kMaxTiles) {
    return absl::ResourceExhaustedError(StrCat(count_x, " x ", count_z, " tiles, above the limit of ",
                                               kMaxTiles, " (", kMaxTilesPerAxis,
                                               " a side): raise --cell-size or --tile-size"));
  }
  grid.count_x = static_cast<uint32_t>(count_x);
  grid.count_z = static_cast<uint32_t>(count_z);
  return grid;
}

absl::StatusOr<TileBins> BinTriangles(const SourceMap& map, std::span<const TriangleClass> classes,
                                      const TileGrid& grid, const VoxelSettings& settings,
                                      const BakeLimits& limits) {
  const TileWalk walk(map, grid, settings);
  TileBins bins;
  bins.begin.assign(grid.tile_count() + 1, 0);
  uint64_t total = 0;
  for (size_t i = 0; i < map.triangles.size() && total <= kMaxTileTriangles; ++i) {
    if (!IsSolid(classes[i])) continue;
    walk.Run(map.triangles[i], [&](uint64_t tile) {
      ++bins.begin[tile + 1];
      ++total;
    });
  }
  if (total > kMaxTileTriangles) {
    return absl::ResourceExhaustedError(
        StrCat("more than ", kMaxTileTriangles, " triangles summed over tiles: raise --tile-size"));
  }
  for (size_t tile = 0; tile < grid.tile_count(); ++tile) bins.begin[tile + 1] += bins.begin[tile];
  WS_RETURN_IF_ERROR(CheckWork(map, classes, grid, settings, limits, bins));
  bins.triangles.resize(total);
  std::vector<uint64_t> next(bins.begin.begin(), bins.begin.end() - 1);
  for (size_t i = 0; i < map.triangles.size(); ++i) {
    if (!IsSolid(classes[i])) continue;
    walk.Run(map.triangles[i],
             [&](uint64_t tile) { bins.triangles[next[tile]++] = static_cast<uint32_t>(i); });
  }
  CountCovered(map, grid, settings, bins);
  return bins;
}

}  // namespace waystone
