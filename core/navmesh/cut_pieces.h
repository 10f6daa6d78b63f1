// Cutting convex polygons of a mesh along axis-aligned lines, neighbours alike.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/geom/vec.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// A rectangle of the plane. [m]
struct CutRect {
  Vec2 min;
  Vec2 max;
};

// A corner of a piece, and the side that starts there: a half-edge of the baked mesh, of which it may be a
// part, or with an id from the mesh's number of half-edges on, a line of a cut.
struct CutCorner {
  Vec2 at;
  uint32_t vertex;
  uint32_t side;
};

struct CutPiece {
  std::vector<CutCorner> corners;  // counter-clockwise
  std::vector<uint32_t> boxes;     // ascending
};

// The vertices of a mesh and those that cuts add. A cut puts the same vertex on both polygons of a side, and
// none if there already is one within the mesh's tolerance. One thread.
class PieceCutter {
 public:
  // The mesh must outlive it.
  explicit PieceCutter(const NavmeshView& mesh);

  // The polygon as one piece, in no box.
  CutPiece Whole(PolyId poly) const;
  // Cuts the part of a piece outside a rectangle into up to four pieces, appended to `outside`. False if
  // nothing lies inside; `piece` is then unchanged.
  bool Cut(const CutRect& rect, CutPiece& piece, std::vector<CutPiece>& outside);

  // The vertices that lie on a side strictly between two others, in order.
  void AppendBetween(uint32_t side, uint32_t from, uint32_t to, std::vector<uint32_t>& vertices) const;

  const std::vector<Vec3f>& vertices() const { return vertices_; }
  // No side so far has this id, nor a greater one.
  uint32_t FirstFreeSide() const { return static_cast<uint32_t>(mesh_.arrays().edges.size() + cuts_.size()); }

 private:
  struct Line {
    bool is_x;     // x is the same all along it, otherwise z
    float at_m;    // that coordinate
    bool is_from;  // the rectangle lies on the side of greater coordinates
  };

  double Outside_m(const Line& line, Vec2 at) const;
  bool CutAlong(const Line& line, CutPiece& piece, std::vector<CutPiece>& outside);
  bool Classify(const Line& line, const CutPiece& piece);
  CutCorner AddVertex(const Line& line, const CutCorner& from, const CutCorner& to);
  uint64_t KeyOf(uint32_t side) const;

  const NavmeshView& mesh_;
  std::vector<Vec3f> vertices_;
  std::vector<Line> cuts_;                                       // by side id from the mesh's edge count on
  std::unordered_map<uint64_t, std::vector<uint32_t>> on_side_;  // vertices added, by KeyOf
  std::vector<int> signs_;                                       // by corner: 1 outside, 0 on the line
};

}  // namespace waystone
