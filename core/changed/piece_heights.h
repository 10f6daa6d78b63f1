// The heights of a piece that was cut from a polygon.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/geom/aabb.h"
#include "core/navmesh/cut_pieces.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// The detail triangles of a piece, as NavPoly has them.
struct PieceDetail {
  std::vector<Vec3f> vertices;
  std::vector<NavDetailTriangle> triangles;
};

// The polygon's own, for corners that are its own and others on its sides.
PieceDetail DetailOfWhole(const NavmeshView& mesh, PolyId poly, std::span<const CutCorner> corners);

// Clips the ground of polygons. Memory is kept from call to call. One thread.
class PieceHeights {
 public:
  // Whether some ground of the polygon inside the lines lies between the heights of the box, which is around the
  // lines in the plane. O(detail triangles).
  bool Meets(const NavmeshView& mesh, PolyId poly, std::span<const CutLine> lines, const Aabb& box);
  // The polygon's ground over a convex piece of it. Vertices within the mesh's tolerance of a corner of the piece are
  // that corner. A fan of the piece's corners if it would have more than
  // kNavMaxDetailVertices others. O(detail triangles x corners).
  PieceDetail DetailOf(const NavmeshView& mesh, PolyId poly, std::span<const CutCorner> corners);

 private:
  bool ClipTriangle(const NavmeshView& mesh, const NavPoly& poly, uint32_t triangle,
                    std::span<const CutLine> lines, const Aabb& box);

  std::vector<Vec3> corners_;
  std::vector<Vec3> before_;
  std::vector<CutLine> lines_;
  std::vector<uint16_t> fan_;
};

}  // namespace waystone
