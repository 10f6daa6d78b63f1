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
#include "core/base/deadline.h"
#include "core/geom/aabb.h"
#include "core/geom/trigger_box.h"
#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/cut_pieces.h"
#include "core/navmesh/ground_clip.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_data.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// Pieces of the baked polygons; their ids ascend with those of their polygons. The pieces in a box cover its
// ground. If the box is one-way, or its ground too thin to be cut out, they also cover a margin_m() around
// it; otherwise they leave out half of that along its sides, so that places on them are in the box for sure.
// If a polygon slopes out of a box above or below, all of it within the box's sides counts.
//
// Sides and links into one-way boxes do not lead to the boxes' pieces, unless they begin in that box, but to
// the pieces' doubles: a second copy of the box's ground, which no side and no link leaves. A path that ends
// in a one-way box ends on a double; all other paths keep off the box. Among doubles no side leads from the
// ground in the box to its margin, and none from the margin into another one-way box, unless the ground lies
// straight behind it. A path that begins in a box, and goes from its ground to its margin and back, enters
// the box again; one that goes on within the margin has not left the box, and may run along its side.
// Any thread; the baked mesh and links must outlive it.
class CutMesh {
 public:
  // A half-edge of an outside piece that borders a box, clipped to the part with the box's ground behind it.
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

  // The boxes of more than kMaxOverlaps pairs that touch a polygon and overlap (with margins) in the plane
  // there; ascending. They would cut the polygon into more pieces than they have pairs.
  using Crowd = std::vector<uint32_t>;
  static constexpr size_t kMaxOverlaps = 20'000;  // as 200 boxes in one spot have
  // The crowd of the first polygon that has one; otherwise empty. O(polygons in boxes + pairs of boxes on a
  // polygon).
  static Crowd FindCrowd(const NavmeshView& baked, std::span<const TriggerBox> boxes);

  // OutOfRange if there is a crowd, or a piece of a polygon has too many sides. O(mesh + pieces *
  // boxes that touch a polygon). `is_changed`: the mesh is one that changes were applied to.
  // DeadlineExceeded, Cancelled.
  static absl::StatusOr<std::unique_ptr<const CutMesh>> Make(const NavmeshView& baked, const LinkView& links,
                                                             std::vector<TriggerBox> boxes,
                                                             bool is_changed = false,
                                                             const Deadline& deadline = {});

  const NavmeshView& mesh() const { return *mesh_; }
  const LinkView& links() const { return links_; }
  const NavmeshView& baked() const { return *baked_; }
  std::span<const TriggerBox> boxes() const { return boxes_; }
  double margin_m() const { return margin_m_; }
  // [bytes] In memory, without the baked mesh. O(boxes).
  uint64_t size_bytes() const;

  // The boxes that a piece is in, ascending.
  std::span<const uint32_t> BoxesAt(PolyId piece) const {
    return std::span(box_ids_).subspan(box_rows_[piece.value()],
                                       box_rows_[piece.value() + 1] - box_rows_[piece.value()]);
  }
  PolyId PolyOf(PolyId piece) const { return PolyId(polys_[piece.value()]); }
  // The double of a piece in a one-way box. Paths to it enter no other box first, and stay in this one.
  struct Double {
    PolyId original;
    uint32_t box;
    PolyId piece;
  };
  // By boxes, ascending.
  std::span<const Double> DoublesOf(PolyId piece) const;
  // A place of the baked mesh. A place in no box whose piece is in a one-way box is moved off that piece, if
  // that is no farther than the margin.
  NavLocation PlaceOf(const NavLocation& baked) const;

  // A place of this mesh on the baked one, at its height.
  NavLocation OnBaked(const NavLocation& place) const;
  // Whether some of a baked polygon is in a one-way box. O(its pieces).
  bool HasOneWay(PolyId poly) const;
  // The baked half-edge that one of this mesh is a part of; none for a cut.
  EdgeId BakedSide(EdgeId edge) const { return EdgeId(edges_[edge.value()]); }

  // The sides over which paths enter a box. If a side enters several one-way boxes at once, the first has it.
  std::span<const Side> SidesInto(uint32_t box) const { return sides_[box]; }
  std::span<const Link> LinksInto(uint32_t box) const { return into_[box]; }

  // The ground in a box nearest to a place on the outline of a piece of it, straight over that piece and
  // those around it; on the baked mesh. None if those pieces are only near the box. No nearer to the box's
  // sides than half the margin, unless all of its ground is. Appends the baked half-edges crossed to get
  // there to `crossed`, if given.
  std::optional<NavLocation> StepInto(uint32_t box, PolyId piece, Vec2 at,
                                      std::vector<EdgeId>* crossed = nullptr) const;

  // Turns a path over this mesh into one over the baked mesh: polygons, sides, links and heights.
  void ToBaked(SurfacePath& route) const;

 private:
  CutMesh(const NavmeshView& baked, std::vector<TriggerBox> boxes);
  friend class CutMeshMaker;

  Aabb Widened(uint32_t box, double by_m) const;
  // Whether all of the box may lie within the tolerance of a side.
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
  std::vector<Double> doubles_;         // by original and box; their pieces come after all others
  std::vector<uint32_t> first_pieces_;  // by baked polygon, and one more
  std::vector<uint32_t> edges_;         // by half-edge: the baked one, or kNoEdge if it is a cut
  std::vector<LinkId> baked_links_;     // by link
  std::vector<uint32_t> box_rows_;
  std::vector<uint32_t> box_ids_;
  std::vector<uint8_t> has_ground_;       // by box_ids_
  std::vector<Aabb> inner_;               // by box: where paths end
  std::vector<Aabb> outer_;               // by box: what is cut out
  std::vector<std::vector<Side>> sides_;  // by box
  std::vector<std::vector<Link>> into_;
};

}  // namespace waystone
