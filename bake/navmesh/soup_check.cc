#include "bake/navmesh/soup_check.h"

#include <algorithm>
#include <cmath>

#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/navmesh/navmesh_format.h"
#include "core/navmesh/polygon_shape.h"

namespace waystone {
namespace {

bool InRange(const Vec3f& v) {
  return std::abs(v.x) <= kNavMaxCoordinate_m && std::abs(v.y) <= kNavMaxCoordinate_m &&
         std::abs(v.z) <= kNavMaxCoordinate_m;
}

absl::Status CheckDetail(const SoupPolygon& p, size_t index) {
  if (p.detail_vertices.size() > kNavMaxDetailVertices) {
    return InvalidArgument("polygon ", index, ": more than 255 detail vertices");
  }
  for (const Vec3f& v : p.detail_vertices) {
    if (!InRange(v))
      return InvalidArgument("polygon ", index, ": a detail vertex is not finite or beyond 16384 m");
  }
  if (p.detail_triangles.size() % 3 != 0 || p.detail_triangles.size() / 3 > 65535) {
    return InvalidArgument("polygon ", index, ": detail_triangles is not 3 per triangle, up to 65535");
  }
  for (uint16_t corner : p.detail_triangles) {
    if (corner >= p.vertices.size() + p.detail_vertices.size()) {
      return InvalidArgument("polygon ", index, ": detail triangle corner out of range");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckPolygon(const PolygonSoup& soup, size_t index, double tolerance_m) {
  const SoupPolygon& p = soup.polygons[index];
  const size_t n = p.vertices.size();
  if (n < 3 || n > kNavMaxPolyEdges)
    return InvalidArgument("polygon ", index, ": ", n, " corners, not 3 to 255");
  if (p.neighbours.size() != n) return InvalidArgument("polygon ", index, ": not one neighbour per side");
  for (size_t k = 0; k < n; ++k) {
    if (p.vertices[k] >= soup.vertices.size())
      return InvalidArgument("polygon ", index, ": vertex out of range");
    const uint32_t neighbour = p.neighbours[k];
    if (neighbour == kNoNeighbour) continue;
    if (neighbour >= soup.polygons.size())
      return InvalidArgument("polygon ", index, ": neighbour out of range");
    if (neighbour == index) return InvalidArgument("polygon ", index, ": is its own neighbour");
    if (k < 32 && (p.loose_sides >> k & 1U) != 0) {
      return InvalidArgument("polygon ", index, ": side ", k, " is a portal and has a neighbour");
    }
  }
  if (n < 32 && p.loose_sides >> n != 0)
    return InvalidArgument("polygon ", index, ": portal side out of range");
  if (p.area == 0 || p.area > kNavMaxArea)
    return InvalidArgument("polygon ", index, ": area is not in [1, 63]");
  Vec2 corner[kNavMaxPolyEdges];
  for (size_t k = 0; k < n; ++k) corner[k] = Vec3(soup.vertices[p.vertices[k]]).Plane();
  const PolygonShape shape = CheckPolygonShape({corner, n}, tolerance_m);
  if (shape.fault != nullptr) return InvalidArgument("polygon ", index, ": ", shape.fault);
  return CheckDetail(p, index);
}

absl::Status CheckPassages(const PolygonSoup& soup) {
  if (!soup.passages.has_value()) return absl::OkStatus();
  const SoupPassage* before = nullptr;
  for (const SoupPassage& passage : *soup.passages) {
    if (passage.from >= soup.polygons.size() || passage.to >= soup.polygons.size()) {
      return InvalidArgument("passage ", passage.from, " -> ", passage.to, ": there is no such polygon");
    }
    if (passage.from == passage.to)
      return InvalidArgument("passage ", passage.from, " -> ", passage.to, ": a loop");
    if (before != nullptr && *before >= passage) return InvalidArgument("the passages are not sorted");
    before = &passage;
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckSoup(const PolygonSoup& soup) {
  if (soup.polygons.size() >= kNoNeighbour || soup.vertices.size() >= kNoNeighbour) {
    return InvalidArgument("more than 2^32 - 2 polygons or vertices");
  }
  if (!(soup.max_climb_m >= 0 && soup.max_climb_m <= kNavMaxCoordinate_m)) {
    return InvalidArgument("max_climb_m is not in [0, 16384]");
  }
  double max_coordinate_m = 0;
  for (size_t v = 0; v < soup.vertices.size(); ++v) {
    const Vec3f& at = soup.vertices[v];
    if (!InRange(at)) return InvalidArgument("vertex ", v, " is not finite or beyond 16384 m");
    max_coordinate_m = std::max<double>({max_coordinate_m, std::abs(at.x), std::abs(at.z)});
  }
  const double tolerance_m = NavTolerance_m(max_coordinate_m);
  for (size_t i = 0; i < soup.polygons.size(); ++i) WS_RETURN_IF_ERROR(CheckPolygon(soup, i, tolerance_m));
  return CheckPassages(soup);
}

}  // namespace waystone
