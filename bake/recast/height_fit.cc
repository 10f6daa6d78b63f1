#include "bake/recast/height_fit.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace waystone {
namespace {

constexpr int kBucketCells = 8;
constexpr double kStepsPerMetre = 10'000;  // heights are rounded, so that flat floors are flat

// The triangles of one tile facing up, in square buckets.
class UpwardTriangles {
 public:
  UpwardTriangles(const TileGeometry& geometry, const VoxelSettings& settings)
      : corners_(geometry.corners),
        bucket_m_(kBucketCells * settings.cell_size_m),
        side_((settings.field_cells() + kBucketCells - 1) / kBucketCells) {
    begin_.assign(static_cast<size_t>(side_) * static_cast<size_t>(side_) + 1, 0);
    ForEachEntry([&](size_t bucket, uint32_t) { ++begin_[bucket + 1]; });
    for (size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
    triangles_.resize(begin_.back());
    std::vector<size_t> next(begin_.begin(), begin_.end() - 1);
    ForEachEntry([&](size_t bucket, uint32_t triangle) { triangles_[next[bucket]++] = triangle; });
  }

  // The height over (x, z) nearest to y and at most `reach_m` from it, or y. Ties go to the first triangle.
  double Nearest(double x, double y, double z, double reach_m) const {
    const size_t bucket =
        static_cast<size_t>(BucketAt(z)) * static_cast<size_t>(side_) + static_cast<size_t>(BucketAt(x));
    double best = y;
    double best_distance = reach_m;
    for (size_t i = begin_[bucket]; i < begin_[bucket + 1]; ++i) {
      double height = 0;
      if (!HeightAt(triangles_[i], {x, z}, height) || std::abs(height - y) >= best_distance) continue;
      best = height;
      best_distance = std::abs(height - y);
    }
    return best;
  }

 private:
  Vec3 Corner(uint32_t triangle, size_t k) const {
    const float* c = &corners_[9 * size_t{triangle} + 3 * k];
    return {c[0], c[1], c[2]};
  }

  int BucketAt(double metres) const {
    return static_cast<int>(std::clamp(metres / bucket_m_, 0.0, static_cast<double>(side_ - 1)));
  }

  // Counter-clockwise from above in a right-handed world is clockwise in the (x, z) page.
  static double TwiceArea(const Vec3& a, const Vec3& b, const Vec3& c) {
    return -Orient(a.Plane(), b.Plane(), c.Plane());
  }

  bool HeightAt(uint32_t triangle, Vec2 at, double& height) const {
    constexpr double kSlack = 1e-4;  // of the triangle, so that no point falls between two
    const Vec3 a = Corner(triangle, 0);
    const Vec3 b = Corner(triangle, 1);
    const Vec3 c = Corner(triangle, 2);
    const double whole = TwiceArea(a, b, c);
    const double u = -Orient(b.Plane(), c.Plane(), at) / whole;
    const double v = -Orient(c.Plane(), a.Plane(), at) / whole;
    if (u < -kSlack || v < -kSlack || u + v > 1 + kSlack) return false;
    height = u * a.y + v * b.y + (1 - u - v) * c.y;
    return true;
  }

  template <typename Visit>
  void ForEachEntry(const Visit& visit) const {
    constexpr double kMinTwiceAreaM2 = 1e-8;
    for (uint32_t i = 0; i < corners_.size() / 9; ++i) {
      const Vec3 a = Corner(i, 0);
      const Vec3 b = Corner(i, 1);
      const Vec3 c = Corner(i, 2);
      if (TwiceArea(a, b, c) < kMinTwiceAreaM2) continue;
      const auto [x0, x1] = std::minmax({a.x, b.x, c.x});
      const auto [z0, z1] = std::minmax({a.z, b.z, c.z});
      for (int z = BucketAt(z0); z <= BucketAt(z1); ++z) {
        for (int x = BucketAt(x0); x <= BucketAt(x1); ++x) {
          visit(static_cast<size_t>(z) * static_cast<size_t>(side_) + static_cast<size_t>(x), i);
        }
      }
    }
  }

  std::span<const float> corners_;
  double bucket_m_;
  int side_;
  std::vector<size_t> begin_;
  std::vector<uint32_t> triangles_;
};

}  // namespace

void FitHeights(const TileGeometry& geometry, const TileGrid& grid, uint32_t tile_x, uint32_t tile_z,
                const VoxelSettings& settings, BakedTile& tile) {
  if (tile.polygons.empty()) return;
  const UpwardTriangles triangles(geometry, settings);
  const auto corner_m = [&](int64_t first_cell, uint32_t tile_index) {
    const int64_t cell = first_cell + int64_t{tile_index} * settings.tile_cells - settings.margin_cells;
    return static_cast<double>(cell) * settings.cell_size_m;
  };
  const Vec3 corner(corner_m(grid.first_cell_x, tile_x),
                    (static_cast<double>(geometry.base_cell) - 0.5) * settings.cell_height_m,
                    corner_m(grid.first_cell_z, tile_z));
  const double reach_m = std::max(settings.climb_cells * settings.cell_height_m, 2 * settings.cell_size_m) +
                         settings.cell_height_m;
  const auto fit = [&](Vec3f& position) {
    const Vec3 local = Vec3(position) - corner;
    const double height = corner.y + triangles.Nearest(local.x, local.y, local.z, reach_m);
    position.y = static_cast<float>(std::round(height * kStepsPerMetre) / kStepsPerMetre);
  };
  for (Vec3f& vertex : tile.vertices) fit(vertex);
  for (SoupPolygon& polygon : tile.polygons) {
    for (Vec3f& vertex : polygon.detail_vertices) fit(vertex);
  }
}

}  // namespace waystone
