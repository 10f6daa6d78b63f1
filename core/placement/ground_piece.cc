#include "core/placement/ground_piece.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/geom/segment.h"
#include "core/geom/triangle.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {
namespace {

struct Circle {
  Vec2 centre;
  double radius_m;
};

double FarthestFrom(Vec2 centre, const Vec2* corners, size_t count) {
  double radius_m = 0;
  for (size_t k = 0; k < count; ++k) radius_m = std::max(radius_m, Distance(centre, corners[k]));
  return radius_m;
}

// The smallest circle around the triangle, to rounding: over its longest side, or through all corners.
Circle CircleAround(const Vec2 (&corner)[3]) {
  const int apex = LongestSide(corner);
  const Vec2 a = corner[apex];
  const Vec2 b = corner[(apex + 1) % 3] - a;
  const Vec2 c = corner[(apex + 2) % 3] - a;
  Vec2 centre = a + (b + c) * 0.5;
  if (Dot(b, c) > 0) {
    const double twice = 2 * Cross(b, c);
    if (twice != 0) {
      centre =
          a + Vec2{(c.z * Dot(b, b) - b.z * Dot(c, c)) / twice, (b.x * Dot(c, c) - c.x * Dot(b, b)) / twice};
    }
  }
  return {centre, FarthestFrom(centre, corner, 3)};
}

Circle CircleAround(const NavmeshView& mesh, const NavPoly& poly) {
  Vec2 low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  Vec2 high = low * -1;
  for (uint32_t k = 0; k < poly.edge_count; ++k) {
    const Vec2 at = Vec3(mesh.EdgeStart(EdgeId(poly.first_edge + k))).Plane();
    low = {std::min(low.x, at.x), std::min(low.z, at.z)};
    high = {std::max(high.x, at.x), std::max(high.z, at.z)};
  }
  Circle circle{(low + high) * 0.5, 0};
  for (uint32_t k = 0; k < poly.edge_count; ++k) {
    const Vec2 at = Vec3(mesh.EdgeStart(EdgeId(poly.first_edge + k))).Plane();
    circle.radius_m = std::max(circle.radius_m, Distance(circle.centre, at));
  }
  return circle;
}

// Extends the bounds by the heights of triangle abc's plane over the piece's corners, clamped to the
// triangle's.
void ExtendByPlane(const Vec3& a, const Vec3& b, const Vec3& c, const Vec2 (&corner)[3],
                   GroundBounds& bounds) {
  double low = std::min({a.y, b.y, c.y});
  double high = std::max({a.y, b.y, c.y});
  const double area = Orient(a.Plane(), b.Plane(), c.Plane());
  if (area != 0) {
    double plane_low = std::numeric_limits<double>::infinity();
    double plane_high = -plane_low;
    for (const Vec2& at : corner) {
      const double wb = Orient(c.Plane(), a.Plane(), at) / area;
      const double wc = Orient(a.Plane(), b.Plane(), at) / area;
      const double y = a.y + wb * (b.y - a.y) + wc * (c.y - a.y);
      plane_low = std::min(plane_low, y);
      plane_high = std::max(plane_high, y);
    }
    low = std::max(low, plane_low);
    high = std::min(high, plane_high);
    if (low > high) return;  // the triangle lies beside the piece
  }
  bounds.low = std::min(bounds.low, low);
  bounds.high = std::max(bounds.high, high);
}

// Heights of the detail triangles that the piece may touch; of all of them if it seems to touch none.
void FindHeights(const NavmeshView& mesh, const GroundPiece& piece, GroundBounds& bounds) {
  const NavPoly& poly = mesh.poly(piece.poly);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  bounds.low = kInfinity;
  bounds.high = -kInfinity;
  for (uint32_t t = 0; t < poly.detail_triangle_count && !piece.is_whole; ++t) {
    const NavDetailTriangle& triangle = mesh.arrays().detail_triangles[poly.first_detail_triangle + t];
    const Vec3 a = DetailCorner(mesh, poly, triangle.corner[0]);
    const Vec3 b = DetailCorner(mesh, poly, triangle.corner[1]);
    const Vec3 c = DetailCorner(mesh, poly, triangle.corner[2]);
    const double bound_sq_m2 = PlaneDistanceBound(a, b, c, bounds.centre);
    if (bound_sq_m2 <= bounds.radius_m * bounds.radius_m) ExtendByPlane(a, b, c, piece.corner, bounds);
  }
  if (bounds.low <= bounds.high) return;
  for (uint32_t k = 0; k < poly.edge_count + poly.detail_vertex_count; ++k) {
    const double y = DetailCorner(mesh, poly, k).y;
    bounds.low = std::min(bounds.low, y);
    bounds.high = std::max(bounds.high, y);
  }
}

}  // namespace

int LongestSide(const Vec2 (&corner)[3]) {
  int longest = 0;
  double length_sq_m2 = -1;
  for (int apex = 0; apex < 3; ++apex) {
    const Vec2 side = corner[(apex + 2) % 3] - corner[(apex + 1) % 3];
    if (Dot(side, side) <= length_sq_m2) continue;
    length_sq_m2 = Dot(side, side);
    longest = apex;
  }
  return longest;
}

void CornersOf(const NavmeshView& mesh, const GroundPiece& piece, std::vector<Vec2>& corners) {
  corners.clear();
  if (!piece.is_whole) {
    corners.assign(piece.corner, piece.corner + 3);
    return;
  }
  for (const NavEdge& edge : mesh.edges(piece.poly)) {
    corners.push_back(Vec3(mesh.vertex(VertexId(edge.vertex))).Plane());
  }
}

double AreaOf_m2(const NavmeshView& mesh, const GroundPiece& piece) {
  if (piece.is_whole) return PolyArea_m2(mesh, piece.poly);
  return 0.5 * std::abs(Orient(piece.corner[0], piece.corner[1], piece.corner[2]));
}

double SizeOf_m(const NavmeshView& mesh, const GroundPiece& piece) {
  if (piece.is_whole) return 2 * CircleAround(mesh, mesh.poly(piece.poly)).radius_m;
  const int apex = LongestSide(piece.corner);
  return Distance(piece.corner[(apex + 1) % 3], piece.corner[(apex + 2) % 3]);
}

GroundBounds BoundsOf(const NavmeshView& mesh, const GroundPiece& piece) {
  const Circle circle =
      piece.is_whole ? CircleAround(mesh, mesh.poly(piece.poly)) : CircleAround(piece.corner);
  GroundBounds bounds{circle.centre, circle.radius_m, 0, 0};
  FindHeights(mesh, piece, bounds);
  return bounds;
}

Vec2 RandomPlaceOf(const NavmeshView& mesh, const GroundPiece& piece, Random& random) {
  const double u = random.NextUnit();
  const double v = random.NextUnit();
  if (piece.is_whole) return PlaneChoice(mesh, piece.poly, u * PolyArea_m2(mesh, piece.poly), v);
  return PointInTriangle(piece.corner[0], piece.corner[1], piece.corner[2], u, v);
}

Vec2 ClosestOf(const NavmeshView& mesh, const GroundPiece& piece, Vec2 at) {
  if (piece.is_whole) return ClosestInPlane(mesh, piece.poly, at).point.Plane();
  const auto up = [](Vec2 p) { return Vec3(p.x, 0, p.z); };
  return ClosestOnTriangle(up(piece.corner[0]), up(piece.corner[1]), up(piece.corner[2]), at).point.Plane();
}

}  // namespace waystone
