// Cutting convex polygons of a mesh along straight lines, neighbours alike.
#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/growing_array.h"
#include "core/geom/vec.h"
#include "core/navmesh/navmesh_view.h"
#include "core/navmesh/side_vertices.h"

namespace waystone {

// A line of the plane, with a side that is outside.
struct CutLine {
  Vec2 normal;      // of length 1, towards the outside
  double at_m = 0;  // of the line, along the normal

  double Outside_m(Vec2 at) const { return Dot(normal, at) - at_m; }
};
// The sides of a rectangle that is parallel to the axes, as they are stored.
std::vector<CutLine> SidesOfRect(Vec2 min, Vec2 max);

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

// A part of a side of a piece, as its neighbour looks for it.
struct SidePart {
  uint32_t side;
  uint32_t start;  // vertices
  uint32_t end;
  uint32_t edge;  // the half-edge that it has become
  friend bool operator<(const SidePart& a, const SidePart& b) {
    return std::tie(a.side, a.start, a.end) < std::tie(b.side, b.start, b.end);
  }
};
// The part of a side from one vertex to another; null if there is none. REQUIRES: sorted.
const SidePart* FindPart(std::span<const SidePart> parts, uint32_t side, uint32_t start, uint32_t end);

// The vertices of a mesh and those that cuts add. A cut puts the same vertex on both polygons of a side, and
// none if there already is one within the mesh's tolerance. One thread.
class PieceCutter {
 public:
  // The mesh must outlive it.
  explicit PieceCutter(const NavmeshView& mesh);

  // The polygon as one piece, in no box.
  CutPiece Whole(PolyId poly) const;
  // Cuts the part of a piece outside a convex shape into pieces, one for each line at most, appended to
  // `outside`. False if nothing lies inside; `piece` is then unchanged.
  bool Cut(std::span<const CutLine> shape, CutPiece& piece, std::vector<CutPiece>& outside);

  // The vertices that lie on a side strictly between two others, in order.
  void AppendBetween(uint32_t side, uint32_t from, uint32_t to, std::vector<uint32_t>& vertices) const;
  // A piece's corners with the vertices that its neighbours' cuts put on its sides.
  std::vector<CutCorner> WithVertices(const CutPiece& piece) const;

  const Vec3f& vertex(uint32_t id) const {
    const auto baked = static_cast<uint32_t>(mesh_.arrays().vertices.size());
    return id < baked ? mesh_.arrays().vertices[id] : added_[id - baked];
  }
  // The vertices that cuts have added, which follow the mesh's.
  std::span<const Vec3f> added() const { return {added_.begin(), added_.size()}; }
  // Divides a polygon that the rounding of vertices has made hollow: appends two parts, cut from a corner that is
  // not convex to the one farthest from the sides there. False if there is no such corner.
  bool Split(const std::vector<CutCorner>& corners, std::vector<std::vector<CutCorner>>& parts);

 private:
  bool CutAlong(const CutLine& line, CutPiece& piece, std::vector<CutPiece>& outside);
  bool Classify(const CutLine& line, const CutPiece& piece);
  CutCorner AddVertex(const CutLine& line, const CutCorner& from, const CutCorner& to);
  uint32_t NewSide(const CutLine& line);
  uint64_t KeyOf(uint32_t side) const;

  const NavmeshView& mesh_;
  GrowingArray<Vec3f> added_;
  GrowingArray<CutLine> cuts_;  // by side id from the mesh's edge count on
  SideVertices on_side_;        // vertices added, by KeyOf
  std::vector<int> signs_;      // by corner: 1 outside, 0 on the line
};

}  // namespace waystone
