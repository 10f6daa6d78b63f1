// Pieces of the surface: polygons and the triangles they are cut into.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/random.h"
#include "core/navmesh/navmesh_view.h"
#include "core/placement/place_region.h"

namespace waystone {

// A whole polygon, or a triangle over a part of one. The parts of a piece cover it and do not overlap.
struct GroundPiece {
  PolyId poly;
  bool is_whole = true;
  Vec2 corner[3];  // if not whole; in either direction

  static GroundPiece Whole(PolyId poly) { return {poly, true, {}}; }
};

// Its corners in the plane: three, or the polygon's.
void CornersOf(const NavmeshView& mesh, const GroundPiece& piece, std::vector<Vec2>& corners);

// [m2] seen from above.
double AreaOf_m2(const NavmeshView& mesh, const GroundPiece& piece);

// [m] The distance between its two corners farthest from each other (a whole polygon: at most twice that).
double SizeOf_m(const NavmeshView& mesh, const GroundPiece& piece);

// Bounds of every place of the piece. O(corners + detail triangles of the polygon).
GroundBounds BoundsOf(const NavmeshView& mesh, const GroundPiece& piece);

// Uniform by area: draws two numbers. O(corners).
Vec2 RandomPlaceOf(const NavmeshView& mesh, const GroundPiece& piece, Random& random);

// The point of the piece nearest to `at` in the plane. O(corners).
Vec2 ClosestOf(const NavmeshView& mesh, const GroundPiece& piece, Vec2 at);

// The parts: a polygon's triangles fanned from its first corner, a triangle's halves over its longest side.
// Calls visit(GroundPiece) for each; those without area are left out.
template <typename Visit>
void SplitPiece(const NavmeshView& mesh, const GroundPiece& piece, const Visit& visit);

// The side of triangle abc, named by its opposite corner, that is the longest; the first of equals.
int LongestSide(const Vec2 (&corner)[3]);

template <typename Visit>
void SplitPiece(const NavmeshView& mesh, const GroundPiece& piece, const Visit& visit) {
  const auto visit_triangle = [&](Vec2 a, Vec2 b, Vec2 c) {
    if (Orient(a, b, c) != 0) visit(GroundPiece{piece.poly, false, {a, b, c}});
  };
  if (piece.is_whole) {
    const NavPoly& poly = mesh.poly(piece.poly);
    const auto corner = [&](uint32_t k) { return Vec3(mesh.EdgeStart(EdgeId(poly.first_edge + k))).Plane(); };
    for (uint32_t k = 2; k < poly.edge_count; ++k) visit_triangle(corner(0), corner(k - 1), corner(k));
    return;
  }
  const int apex = LongestSide(piece.corner);
  const Vec2 a = piece.corner[apex];
  const Vec2 b = piece.corner[(apex + 1) % 3];
  const Vec2 c = piece.corner[(apex + 2) % 3];
  const Vec2 middle = (b + c) * 0.5;
  visit_triangle(a, b, middle);
  visit_triangle(a, middle, c);
}

}  // namespace waystone
