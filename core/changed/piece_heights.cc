#include "core/changed/piece_heights.h"

#include <algorithm>
#include <limits>

#include "core/navmesh/surface_queries.h"

namespace waystone {

PieceDetail DetailOfWhole(const NavmeshView& mesh, PolyId poly, std::span<const CutCorner> corners) {
  const NavPoly& record = mesh.poly(poly);
  std::vector<uint16_t> index_of;  // [corner of the polygon]
  for (const NavEdge& edge : mesh.edges(poly)) {
    const auto same = [&](const CutCorner& corner) { return corner.vertex == edge.vertex; };
    const auto found = std::find_if(corners.begin(), corners.end(), same);
    index_of.push_back(static_cast<uint16_t>(found - corners.begin()));
  }
  PieceDetail detail;
  const std::span<const Vec3f> vertices = mesh.arrays().detail_vertices;
  const auto first = vertices.begin() + record.first_detail_vertex;
  detail.vertices.assign(first, first + record.detail_vertex_count);
  const auto more = static_cast<uint16_t>(corners.size() - record.edge_count);
  for (uint32_t t = 0; t < record.detail_triangle_count; ++t) {
    NavDetailTriangle triangle = mesh.arrays().detail_triangles[record.first_detail_triangle + t];
    for (uint16_t& corner : triangle.corner) {
      corner = corner < record.edge_count ? index_of[corner] : static_cast<uint16_t>(corner + more);
    }
    detail.triangles.push_back(triangle);
  }
  return detail;
}

// Sutherland and Hodgman, Reentrant polygon clipping, 1974. False if nothing is left.
bool PieceHeights::ClipTriangle(const NavmeshView& mesh, const NavPoly& poly, uint32_t triangle,
                                std::span<const CutLine> lines, const Aabb& box) {
  corners_.clear();
  Aabb around;
  for (const uint16_t corner : mesh.arrays().detail_triangles[poly.first_detail_triangle + triangle].corner) {
    corners_.push_back(DetailCorner(mesh, poly, corner));
    around.Extend(corners_.back());
  }
  if (!around.Overlaps(box)) return false;
  for (const CutLine& line : lines) {
    before_.swap(corners_);
    corners_.clear();
    for (size_t k = 0; k < before_.size(); ++k) {
      const Vec3& a = before_[k];
      const Vec3& b = before_[(k + 1) % before_.size()];
      const double at_a = line.Outside_m(a.Plane());
      const double at_b = line.Outside_m(b.Plane());
      if (at_a <= 0) corners_.push_back(a);
      if ((at_a <= 0) != (at_b <= 0)) corners_.push_back(a + (b - a) * (at_a / (at_a - at_b)));
    }
    if (corners_.size() < 3) return false;
  }
  return true;
}

bool PieceHeights::Meets(const NavmeshView& mesh, PolyId poly, std::span<const CutLine> lines,
                         const Aabb& box) {
  const NavPoly& record = mesh.poly(poly);
  for (uint32_t t = 0; t < record.detail_triangle_count; ++t) {
    if (!ClipTriangle(mesh, record, t, lines, box)) continue;
    const auto [lowest, highest] = std::minmax_element(
        corners_.begin(), corners_.end(), [](const Vec3& a, const Vec3& b) { return a.y < b.y; });
    if (lowest->y < box.max.y && highest->y > box.min.y) return true;
  }
  return false;
}

PieceDetail PieceHeights::DetailOf(const NavmeshView& mesh, PolyId poly, std::span<const CutCorner> corners) {
  const auto count = static_cast<uint16_t>(corners.size());
  constexpr double kAnyHeight_m = 1e9;
  Aabb box;
  lines_.clear();
  for (size_t k = 0; k < count; ++k) {
    const Vec2 along = corners[(k + 1) % count].at - corners[k].at;
    const Vec2 normal = Vec2{along.z, -along.x} * (1 / Length(along));
    lines_.push_back({normal, Dot(normal, corners[k].at)});
    box.Extend({corners[k].at.x, -kAnyHeight_m, corners[k].at.z});
    box.Extend({corners[k].at.x, kAnyHeight_m, corners[k].at.z});
  }
  PieceDetail detail;
  const auto index_of = [&](const Vec3& at) {
    for (uint16_t k = 0; k < count; ++k) {
      if (Distance(corners[k].at, at.Plane()) <= mesh.tolerance_m()) return k;
    }
    for (size_t k = 0; k < detail.vertices.size(); ++k) {
      if (PlaneDistance(Vec3(detail.vertices[k]), at) <= mesh.tolerance_m())
        return static_cast<uint16_t>(count + k);
    }
    detail.vertices.push_back(at.ToFloat());
    return static_cast<uint16_t>(count + detail.vertices.size() - 1);
  };
  const NavPoly& record = mesh.poly(poly);
  for (uint32_t t = 0; t < record.detail_triangle_count; ++t) {
    if (!ClipTriangle(mesh, record, t, lines_, box)) continue;
    fan_.clear();
    for (const Vec3& corner : corners_) {
      const uint16_t index = index_of(corner);
      if (std::find(fan_.begin(), fan_.end(), index) == fan_.end()) fan_.push_back(index);
    }
    for (size_t k = 2; k < fan_.size(); ++k) detail.triangles.push_back({{fan_[0], fan_[k - 1], fan_[k]}});
  }
  const bool is_too_much = detail.vertices.size() > kNavMaxDetailVertices ||
                           detail.triangles.size() > std::numeric_limits<uint16_t>::max();
  if (detail.triangles.empty() || is_too_much) {
    detail = {};
    for (uint16_t k = 2; k < count; ++k) {
      detail.triangles.push_back({{0, static_cast<uint16_t>(k - 1), k}});
    }
  }
  return detail;
}

}  // namespace waystone
