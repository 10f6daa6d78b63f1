// A surface cut along boxes, so that a search over it knows where they begin.
//
//   const auto cut = CutMesh::Make(mesh, links, boxes);
//   flood.Begin((*cut)->mesh(), (*cut)->links(), abilities, (*cut)->PlaceOf(start));
//   for (const CutMesh::Side& side : (*cut)->SidesInto(box)) ...
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "core/geom/aabb.h"
#include "core/geom/trigger_box.h"
#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/cut_pieces.h"
#include "core/navmesh/ground_clip.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_data.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// Pieces of the baked polygons, whose ids ascend with those of their polygons. The pieces in a box cover its
// ground and, where it is one-way or its ground too thin to be cut out, a margin_m() around that; otherwise
// they leave out half of that along its sides, so that what is on them is in the box for sure. Of a polygon
// that slopes out of a box above or below, all that lies within its sides counts. Sides and links into boxes
// that are one-way do not lead to their pieces, unless they begin in that box, but to the pieces' doubles: a
// second copy of the box's ground, which no side and no link leads out of. A path that ends in a one-way box
// ends on a double; all other paths keep off the box. Among doubles no side leads from the ground in the box
// to its margin, and none from the margin into another one-way box, unless the ground lies straight behind
// it. A path that begins in a box, and goes from its ground to its margin and back, comes into the box again;
// one that goes on within the margin has not left the box, and may run along its side.
// Any thread; the baked mesh and links must outlive it.
class CutMesh {
 public:
  // A half-edge, of a piece outside, that leads into a box, or would, and the part of it that the ground in
  // the box lies behind.
  struct Side {
    EdgeId edge;
    PolyId piece;  // inside
    Vec2 from;
    Vec2 to;
  };
  // A link of the baked mesh that leads into a box, or would.
  struct Link {
    LinkId link;
    NavLocation start;
    PolyId piece;  // of its end
  };

  // The boxes of more than kMaxOverlaps pairs that touch a polygon and, with their margins, overlap in the
  // plane there; ascending. What they would cut the polygon into grows faster than their pairs.
  using Crowd = std::vector<uint32_t>;
  static constexpr size_t kMaxOverlaps = 20'000;  // as 200 boxes in one spot have
  // That of the first polygon with one; otherwise empty. O(polygons in boxes + pairs of boxes on a polygon).
  static Crowd FindCrowd(const NavmeshView& baked, std::span<const TriggerBox> boxes);

  // ResourceExhausted where there is a crowd, or a piece of a polygon has too many sides.
  // O(mesh + pieces * boxes that touch a polygon).
  static absl::StatusOr<std::unique_ptr<const CutMesh>> Make(const NavmeshView& baked, const LinkView& links,
                                                             std::vector<TriggerBox> boxes);

  const NavmeshView& mesh() const { return *mesh_; }
  const LinkView& links() const { return links_; }
  const NavmeshView& baked() const { return *baked_; }
  std::span<const TriggerBox> boxes() const { return boxes_; }
  double margin_m() const { return margin_m_; }
  // [bytes] In memory, the baked mesh not among them. O(boxes).
  uint64_t size_bytes() const;

  // The boxes that a piece is in, ascending.
  std::span<const uint32_t> BoxesAt(PolyId piece) const {
    return std::span(box_ids_).subspan(box_rows_[piece.value()],
                                       box_rows_[piece.value() + 1] - box_rows_[piece.value()]);
  }
  PolyId PolyOf(PolyId piece) const { return PolyId(polys_[piece.value()]); }
  // The double of a piece in a one-way box. Paths to it come into that box first of all that they come into
  // on the way, and then stay in it.
  struct Double {
    PolyId original;
    uint32_t box;
    PolyId piece;
  };
  // By boxes, ascending.
  std::span<const Double> DoublesOf(PolyId piece) const;
  // A place of the baked mesh. One in no box itself, but so near that its piece is in one that is one-way,
  // is moved out of it where that is no farther than the margin.
  NavLocation PlaceOf(const NavLocation& baked) const;

  // A place of this mesh on the baked one, at its height.
  NavLocation OnBaked(const NavLocation& place) const;
  // Whether some of a baked polygon is in a one-way box. O(its pieces).
  bool HasOneWay(PolyId poly) const;
  // Of which baked half-edge one of this mesh is a part; none of a cut.
  EdgeId BakedSide(EdgeId edge) const { return EdgeId(edges_[edge.value()]); }

  // Where one comes into a box. Of one-way boxes that one comes into at once, it is the first.
  std::span<const Side> SidesInto(uint32_t box) const { return sides_[box]; }
  std::span<const Link> LinksInto(uint32_t box) const { return into_[box]; }

  // The ground in a box nearest to a place on the outline of a piece of it, straight over that piece and
  // those around it; of the baked mesh. None where those are only near the box. No nearer to the sides of the
  // box than half the margin, unless all of its ground is. The half-edges of the baked mesh that are crossed
  // on the way there are appended to `crossed`, where given.
  std::optional<NavLocation> StepInto(uint32_t box, PolyId piece, Vec2 at,
                                      std::vector<EdgeId>* crossed = nullptr) const;

  // Turns a way over this mesh into one over the baked mesh: polygons, sides, links and heights.
  void ToBaked(SurfacePath& route) const;

 private:
  CutMesh(const NavmeshView& baked, std::vector<TriggerBox> boxes);
  friend class CutMeshMaker;

  Aabb Widened(uint32_t box, double by_m) const;
  // Whether all of it may lie within the tolerance of a side.
  bool IsThin(uint32_t box) const;
  // The part of the plane that its ground lies in, at any height.
  Aabb ColumnOf(uint32_t box) const;
  // Whether a piece in a box has ground within its sides, at any height; else it has the box's margin alone.
  bool HasGround(PolyId piece, uint32_t box) const;
  NavLocation OffMargin(const NavLocation& place) const;
  std::vector<Vec2> OutlineOf(PolyId piece) const;
  bool IsOpen(uint32_t box, PolyId piece, Vec2 at, Vec2 to) const;
  bool IsDouble(PolyId piece) const { return piece.value() >= first_pieces_.back(); }
  const Double& DoubleAt(PolyId piece) const { return doubles_[piece.value() - first_pieces_.back()]; }
  void AddNeighbours(uint32_t box, PolyId piece, bool only_over_cuts, std::vector<PolyId>& pieces) const;

  const NavmeshView* baked_;
  std::vector<TriggerBox> boxes_;
  double margin_m_;
  NavmeshData data_;
  LinkData link_data_;
  std::optional<NavmeshView> mesh_;
  LinkView links_;
  std::vector<uint32_t> polys_;         // by piece: of the baked mesh
  std::vector<Double> doubles_;         // by original and box; their pieces stand behind all others
  std::vector<uint32_t> first_pieces_;  // by baked polygon, and one more
  std::vector<uint32_t> edges_;         // by half-edge: the baked one, or kNoEdge where it was cut
  std::vector<LinkId> baked_links_;     // by link
  std::vector<uint32_t> box_rows_;
  std::vector<uint32_t> box_ids_;
  std::vector<uint8_t> has_ground_;       // by box_ids_
  std::vector<Aabb> inner_;               // by box: where ways end
  std::vector<Aabb> outer_;               // by box: what is cut out
  std::vector<std::vector<Side>> sides_;  // by box
  std::vector<std::vector<Link>> into_;
};

}  // namespace waystone
