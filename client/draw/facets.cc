// Light is Lambert's cosine over normals that are averaged where corners meet, so that hills are round and
// the triangles of the bake do not show.
#include "client/draw/facets.h"

#include <cmath>
#include <cstddef>
#include <map>
#include <tuple>

#include "client/draw/region.h"
#include "core/geom/vec.h"

namespace waystone::draw {
namespace {

constexpr double kExaggeration = 1.6;  // heights are stretched before shading, as on printed maps

using CornerKey = std::tuple<int64_t, int64_t, int64_t>;

// Corners within 2 cm and half a step of height are one.
CornerKey KeyOf(const Vec3& point) {
  return {std::llround(point.x * 50), std::llround(point.z * 50), std::llround(point.y * 4)};
}

struct Corners {
  std::array<Vec3, 3> at;
  PolyId poly;
};

std::vector<Corners> DetailTriangles(const NavmeshView& mesh) {
  const NavmeshView::Arrays& arrays = mesh.arrays();
  std::vector<Corners> triangles;
  triangles.reserve(arrays.detail_triangles.size());
  for (uint32_t i = 0; i < mesh.poly_count(); ++i) {
    const NavPoly& poly = mesh.poly(PolyId(i));
    const auto corner = [&](uint16_t k) -> Vec3 {
      if (k < poly.edge_count) return mesh.vertex(VertexId(arrays.edges[poly.first_edge + k].vertex));
      return arrays.detail_vertices[poly.first_detail_vertex + k - poly.edge_count];
    };
    for (uint32_t t = 0; t < poly.detail_triangle_count; ++t) {
      const NavDetailTriangle& detail = arrays.detail_triangles[poly.first_detail_triangle + t];
      triangles.push_back(
          {{corner(detail.corner[0]), corner(detail.corner[1]), corner(detail.corner[2])}, PolyId(i)});
    }
  }
  return triangles;
}

// Upwards, as long as twice the triangle's area.
Vec3 Normal(const Corners& triangle) {
  Vec3 u = triangle.at[1] - triangle.at[0];
  Vec3 v = triangle.at[2] - triangle.at[0];
  u.y *= kExaggeration;
  v.y *= kExaggeration;
  const Vec3 normal = Cross(u, v);
  return normal.y < 0 ? normal * -1 : normal;
}

double Light(const Vec3& normal) {
  constexpr Vec3 kToSun{-0.5, 0.7071, -0.5};
  const double length = Length(normal);
  return length == 0 ? 0 : Dot(normal, kToSun) / (length * kToSun.y) - 1;
}

// Rise over run.
double Slope(const Vec3& normal) {
  return normal.y > 0 ? Length(normal.Plane()) / (normal.y * kExaggeration) : 0;
}

}  // namespace

std::vector<Facet> MakeFacets(const NavmeshView& mesh, const Projection& project) {
  const std::vector<Corners> triangles = DetailTriangles(mesh);
  std::map<CornerKey, Vec3> normals;
  for (const Corners& triangle : triangles) {
    const Vec3 normal = Normal(triangle);
    for (const Vec3& at : triangle.at) {
      Vec3& sum = normals[KeyOf(at)];
      sum = sum + normal;
    }
  }
  std::vector<Facet> facets;
  facets.reserve(triangles.size());
  for (const Corners& triangle : triangles) {
    Facet facet{.corners = {},
                .height_m = {},
                .light = {},
                .slope = 0,
                .poly = triangle.poly,
                .area = mesh.poly(triangle.poly).area};
    for (size_t k = 0; k < 3; ++k) {
      facet.corners[k] = project(triangle.at[k]);
      facet.height_m[k] = triangle.at[k].y;
      const Vec3& normal = normals[KeyOf(triangle.at[k])];
      facet.light[k] = Light(normal);
      facet.slope += Slope(normal) / 3;
    }
    if (DoubleArea(facet.corners) != 0) facets.push_back(facet);
  }
  return facets;
}

}  // namespace waystone::draw
