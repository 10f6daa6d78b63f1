// The plane of least squares through all corners of the polygon's detail triangles. The surface runs straight
// between those, so that it is nowhere farther from the plane than they are.

#include "bake/skeleton/poly_heights.h"

#include <algorithm>
#include <cmath>

#include "core/navmesh/surface_queries.h"

namespace waystone {
namespace {

constexpr double kRounding_m = 1e-3;

}  // namespace

PolyHeights::PolyHeights(const NavmeshView& mesh, double max_within_m)
    : mesh_(mesh), max_within_m_(max_within_m) {
  planes_.reserve(mesh.poly_count());
  for (uint32_t p = 0; p < mesh.poly_count(); ++p) planes_.push_back(Fit(PolyId(p)));
}

PolyHeights::Plane PolyHeights::Fit(PolyId id) const {
  const NavPoly& poly = mesh_.poly(id);
  const uint32_t count = uint32_t{poly.edge_count} + poly.detail_vertex_count;
  const Vec3 first = DetailCorner(mesh_, poly, 0);
  Vec3 mean{0, 0, 0};
  for (uint32_t k = 0; k < count; ++k) mean = mean + (DetailCorner(mesh_, poly, k) - first) * (1.0 / count);
  double xx = 0;
  double xz = 0;
  double zz = 0;
  double xy = 0;
  double zy = 0;
  for (uint32_t k = 0; k < count; ++k) {
    const Vec3 d = DetailCorner(mesh_, poly, k) - first - mean;
    xx += d.x * d.x;
    xz += d.x * d.z;
    zz += d.z * d.z;
    xy += d.x * d.y;
    zy += d.z * d.y;
  }
  const double det = xx * zz - xz * xz;
  const double slope_x = det > 0 ? (xy * zz - zy * xz) / det : 0;
  const double slope_z = det > 0 ? (zy * xx - xy * xz) / det : 0;
  Plane plane{static_cast<float>(first.y + mean.y - slope_x * mean.x - slope_z * mean.z),
              static_cast<float>(slope_x), static_cast<float>(slope_z), 0};
  double within_m = 0;
  for (uint32_t k = 0; k < count; ++k) {
    const Vec3 corner = DetailCorner(mesh_, poly, k);
    const double y = double{plane.y} + double{plane.slope_x} * (corner.x - first.x) +
                     double{plane.slope_z} * (corner.z - first.z);
    within_m = std::max(within_m, std::abs(y - corner.y));
  }
  plane.within_m = static_cast<float>(within_m + kRounding_m);
  return plane;
}

PolyHeights::Height PolyHeights::At(PolyId poly, Vec2 at) const {
  const Plane& plane = planes_[poly.value()];
  if (!(double{plane.within_m} <= max_within_m_)) return {HeightOnPoly(mesh_, poly, at), kRounding_m};
  const Vec3 first = mesh_.EdgeStart(EdgeId(mesh_.poly(poly).first_edge));
  return {
      double{plane.y} + double{plane.slope_x} * (at.x - first.x) + double{plane.slope_z} * (at.z - first.z),
      double{plane.within_m}};
}

}  // namespace waystone
