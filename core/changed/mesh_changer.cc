// Stages: find what is taken; cut the polygons that solids touch; split their neighbours at the new vertices;
// emit all of these; join their sides with each other and with what stays; mark borders; move links.
#include <algorithm>
#include <span>
#include <utility>

#include "absl/status/status.h"
#include "core/base/deadline_poll.h"
#include "core/base/growing_array.h"
#include "core/base/limit_error.h"
#include "core/base/sort_in_time.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/changed/changed_mesh.h"
#include "core/changed/piece_heights.h"
#include "core/changed/piece_list.h"
#include "core/geom/aabb.h"
#include "core/navmesh/box_tree.h"
#include "core/navmesh/polys_in_box.h"
#include "core/navmesh/surface_queries.h"
#include "core/navmesh/vertex_fans.h"

namespace waystone {
namespace {

constexpr float kFarOff_m = 1e9F;
constexpr size_t kPollInterval = 64;     // [solids or polygons]
constexpr size_t kCheapPerPoll = 2048;   // [sides, corners, links]
constexpr size_t kStepsOfFan = 8;        // [sides] that the corners of a vertex are worth
constexpr size_t kRoomOfPiece = 65'536;  // [detail vertices, triangles] more than one can have

size_t After(size_t k, size_t count) { return k + 1 == count ? 0 : k + 1; }

absl::Status TooManyPieces() {
  return LimitError("changes",
                    StrCat("obstacles cut the ground into more than ", ChangedMesh::kMaxPieces, " pieces"),
                    {ChangedMesh::kMaxPieces}, absl::StatusCode::kOutOfRange);
}

}  // namespace

class MeshChanger {
 public:
  MeshChanger(const MeshSnapshot& snapshot, std::unique_ptr<ChangedMesh> out, const MeshChanges& changes,
              const Deadline& deadline)
      : snapshot_(snapshot),
        baked_(snapshot.mesh),
        baked_links_(snapshot.links),
        changes_(changes),
        deadline_(deadline),
        polys_(deadline, kPollInterval),
        sides_(deadline, kCheapPerPoll),
        baked_edges_(static_cast<uint32_t>(baked_.arrays().edges.size())),
        baked_vertices_(static_cast<uint32_t>(baked_.arrays().vertices.size())),
        out_(std::move(out)),
        arrays_(out_->arrays_),
        cutter_(baked_),
        list_(baked_.poly_count()) {}

  absl::StatusOr<std::unique_ptr<const ChangedMesh>> Make() {
    WS_RETURN_IF_ERROR(TakeListed());
    WS_RETURN_IF_ERROR(CutSolids());
    WS_RETURN_IF_ERROR(SplitNeighbours());
    WS_RETURN_IF_ERROR(AddGone());
    WS_RETURN_IF_ERROR(Emit());
    WS_RETURN_IF_ERROR(JoinSides());
    WS_RETURN_IF_ERROR(JoinWhatStays());
    WS_RETURN_IF_ERROR(MarkBorders());
    WS_RETURN_IF_ERROR(FinishMesh());
    if (polys_.ExpiredNow()) return polys_.Status();
    WS_RETURN_IF_ERROR(MoveLinks());
    if (polys_.ExpiredNow()) return polys_.Status();
    return std::unique_ptr<const ChangedMesh>(std::move(out_));
  }

 private:
  // A vertex, and a half-edge that starts there.
  struct Corner {
    uint32_t vertex;
    uint32_t edge;
    friend auto operator<=>(const Corner&, const Corner&) = default;
  };

  absl::Status TakeListed() {
    for (const PolyId poly : changes_.blocked_polys) {
      if (sides_.Expired()) return sides_.Status();
      list_.Of(poly.value()).is_gone = true;
    }
    for (uint32_t poly = 0; changes_.excluded_areas != 0 && poly < baked_.poly_count(); ++poly) {
      if (sides_.Expired()) return sides_.Status();
      const bool is_excluded = (changes_.excluded_areas >> baked_.poly(PolyId(poly)).area & 1) != 0;
      if (is_excluded) list_.Of(poly).is_gone = true;
    }
    return absl::OkStatus();
  }

  absl::Status CutSolids() {
    for (size_t i = 0; i < changes_.solids.size(); ++i) {
      if (polys_.Expired()) return polys_.Status();
      const Solid& solid = changes_.solids[i];
      const std::vector<CutLine> lines = FootprintOf(solid, changes_.agent_radius_m);
      const Aabb of_feet = ReachOf(solid, changes_.agent_radius_m, changes_.agent_height_m);
      Aabb of_middles = of_feet;
      of_middles.min.y += changes_.agent_height_m / 2;
      of_middles.max.y += changes_.agent_height_m / 2;
      Aabb box = of_feet;
      if (changes_.floating_areas != 0) box.Extend(of_middles.max);
      ForEachPolyIn(baked_, box, [&](PolyId poly) {
        const bool floats = (changes_.floating_areas >> baked_.poly(poly).area & 1) != 0;
        if (!polys_.Expired()) CutPoly(poly, solid, lines, floats ? of_middles : of_feet);
      });
      if (piece_count_ > ChangedMesh::kMaxPieces) return TooManyPieces();
    }
    return polys_.Status();
  }

  void CutPoly(PolyId poly, const Solid& solid, const std::vector<CutLine>& lines, const Aabb& box) {
    if (list_.Contains(poly.value()) && list_.Of(poly.value()).is_gone) return;
    if (!heights_.Meets(baked_, poly, lines, box)) return;
    PieceList::Change& change = list_.Of(poly.value());
    if (solid.takes_whole_polys) {
      change = {.poly = poly.value(), .is_gone = true};
      return;
    }
    if (change.first == PieceList::kNone) list_.Add(cutter_.Whole(poly), change);
    change.is_cut = true;
    outside_.clear();
    uint32_t* link = &change.first;
    change.last = PieceList::kNone;
    for (uint32_t at = change.first; at != PieceList::kNone; at = *link) {
      PieceList::Piece& piece = list_.piece(at);
      const bool is_near = piece.box.min.x <= box.max.x && piece.box.max.x >= box.min.x &&
                           piece.box.min.z <= box.max.z && piece.box.max.z >= box.min.z;
      if (is_near && cutter_.Cut(lines, ShapeOf(piece), outside_)) {
        *link = piece.next;
        continue;
      }
      change.last = at;
      link = &piece.next;
    }
    piece_count_ += outside_.size();
    for (const CutPiece& part : outside_) list_.Add(part, change);
    change.is_gone = change.first == PieceList::kNone;
  }

  // Valid until the next call.
  CutPiece& ShapeOf(const PieceList::Piece& piece) {
    const std::span<const CutCorner> corners = list_.CornersOf(piece);
    shape_.corners.assign(corners.begin(), corners.end());
    return shape_;
  }

  bool IsChanged(uint32_t poly) const { return list_.Contains(poly); }

  // The half-edges of other polygons over which one gets into this one.
  std::vector<uint32_t> SidesInto(uint32_t poly) const {
    std::vector<uint32_t> sides;
    const NavPoly& record = baked_.poly(PolyId(poly));
    for (uint32_t e = record.first_edge; e < record.first_edge + record.edge_count; ++e) {
      const uint32_t twin = TwoWayTwin(baked_.arrays().edges, e);
      if (twin != kNoEdge) sides.push_back(twin);
    }
    const auto first = std::lower_bound(snapshot_.one_way.begin(), snapshot_.one_way.end(),
                                        MeshSnapshot::OneWaySide{poly, 0});
    for (auto side = first; side != snapshot_.one_way.end() && side->into == poly; ++side)
      sides.push_back(side->side);
    return sides;
  }

  // Vertices on a side belong to both its polygons.
  absl::Status SplitNeighbours() {
    if (!list_.Sort(deadline_)) return CheckInTime(deadline_);
    const size_t count = list_.polys().size();  // more are added
    for (size_t i = 0; i < count; ++i) {
      if (sides_.Expired()) return sides_.Status();
      const uint32_t poly = list_.polys()[i];
      if (list_.Of(poly).is_gone) continue;
      if (polys_.Expired()) return polys_.Status();
      for (const uint32_t side : SidesInto(poly)) SplitAt(side);
      const NavPoly& record = baked_.poly(PolyId(poly));
      for (uint32_t e = record.first_edge; e < record.first_edge + record.edge_count; ++e) {
        const uint32_t twin = baked_.edge(EdgeId(e)).twin;
        if (twin != kNoEdge) SplitAt(twin);
      }
    }
    return list_.Sort(deadline_) ? absl::OkStatus() : CheckInTime(deadline_);
  }
  void SplitAt(uint32_t side) {
    const uint32_t poly = baked_.edge(EdgeId(side)).poly;
    if (IsChanged(poly)) return;
    between_.clear();
    cutter_.AppendBetween(side, baked_.edge(EdgeId(side)).vertex,
                          baked_.edge(baked_.Next(EdgeId(side))).vertex, between_);
    if (!between_.empty()) list_.Add(cutter_.Whole(PolyId(poly)), list_.Of(poly));
  }

  // The triangle that stands for all polygons that are gone.
  absl::Status AddGone() {
    if (!arrays_.vertices.HasRoomFor(cutter_.added().size() + 3)) return TooManyPieces();
    out_->gone_edge_ = arrays_.edges.size();
    for (int k = 0; k < 3; ++k) {
      arrays_.edges.Append({arrays_.vertices.size(), kNoEdge, 0, 0, 0});
      arrays_.vertices.Append({kFarOff_m, kFarOff_m, kFarOff_m});
    }
    gone_triangle_ = arrays_.detail_triangles.size();
    arrays_.detail_triangles.Append({{0, 1, 2}});
    for (const Vec3f& vertex : cutter_.added()) arrays_.vertices.Append(vertex);
    has_height_.assign(cutter_.added().size(), false);
    return absl::OkStatus();
  }
  // Vertices that cuts have added come after those of the triangle.
  uint32_t Stored(uint32_t vertex) const { return vertex < baked_vertices_ ? vertex : vertex + 3; }

  absl::Status Emit() {
    std::vector<std::vector<CutCorner>> open;
    for (const uint32_t poly : list_.polys()) {
      if (polys_.Expired()) return polys_.Status();
      PieceList::Change& change = list_.Of(poly);
      out_->changed_.emplace_back(poly);
      out_->first_pieces_.push_back(static_cast<uint32_t>(out_->parents_.size()));
      out_->is_changed_[poly / 64] |= uint64_t{1} << poly % 64;
      bool is_first = true;
      for (uint32_t at = change.first; at != PieceList::kNone; at = list_.piece(at).next) {
        open.assign(1, cutter_.WithVertices(ShapeOf(list_.piece(at))));
        while (!open.empty()) {
          const std::vector<CutCorner> corners = std::move(open.back());
          open.pop_back();
          if (cutter_.Split(corners, open)) {
            change.is_cut = true;
            continue;
          }
          const PieceDetail detail = change.is_cut ? heights_.DetailOf(baked_, PolyId(poly), corners)
                                                   : DetailOfWhole(baked_, PolyId(poly), corners);
          WS_RETURN_IF_ERROR(EmitConvex(poly, corners, detail, is_first));
          is_first = false;
        }
      }
      if (!is_first) continue;
      NavPoly& gone = arrays_.polys.At(poly);
      gone.first_edge = out_->gone_edge_;
      gone.edge_count = 3;
      gone.detail_vertex_count = 0;
      gone.first_detail_triangle = gone_triangle_;
      gone.detail_triangle_count = 1;
    }
    out_->first_pieces_.push_back(static_cast<uint32_t>(out_->parents_.size()));
    return absl::OkStatus();
  }

  absl::Status EmitConvex(uint32_t poly, const std::vector<CutCorner>& corners, const PieceDetail& detail,
                          bool is_first) {
    const size_t count = corners.size();
    if (count > kNavMaxPolyEdges) {
      return LimitError(
          "changes",
          StrCat("obstacles cut the sides of polygon ", poly, " into more than ", kNavMaxPolyEdges),
          {kNavMaxPolyEdges}, absl::StatusCode::kOutOfRange);
    }
    const bool has_room = arrays_.polys.size() - baked_.poly_count() < MeshSnapshot::kMostAdded &&
                          arrays_.edges.HasRoomFor(count) &&
                          arrays_.detail_vertices.HasRoomFor(kRoomOfPiece) &&
                          arrays_.detail_triangles.HasRoomFor(kRoomOfPiece);
    if (!has_room) return TooManyPieces();
    const uint32_t id = is_first ? poly : arrays_.polys.size();
    for (const CutCorner& corner : corners) SetHeight(PolyId(poly), corner);
    NavPoly record = baked_.poly(PolyId(poly));
    record.first_edge = arrays_.edges.size();
    record.edge_count = static_cast<uint16_t>(count);
    record.first_detail_vertex = arrays_.detail_vertices.size();
    record.detail_vertex_count = static_cast<uint16_t>(detail.vertices.size());
    record.first_detail_triangle = arrays_.detail_triangles.size();
    record.detail_triangle_count = static_cast<uint16_t>(detail.triangles.size());
    for (const Vec3f& vertex : detail.vertices) arrays_.detail_vertices.Append(vertex);
    for (const NavDetailTriangle& triangle : detail.triangles) arrays_.detail_triangles.Append(triangle);
    for (size_t k = 0; k < count; ++k) {
      const CutCorner& corner = corners[k];
      parts_.push_back({corner.side, Stored(corner.vertex), Stored(corners[After(k, count)].vertex),
                        arrays_.edges.size()});
      arrays_.edges.Append({Stored(corner.vertex), kNoEdge, id, 0, 0});
    }
    if (is_first) {
      arrays_.polys.At(poly) = record;
    } else {
      arrays_.polys.Append(record);
      out_->parents_.emplace_back(poly);
    }
    return absl::OkStatus();
  }

  // A vertex that was added lies on the ground of the first polygon that has it.
  void SetHeight(PolyId poly, const CutCorner& corner) {
    if (corner.vertex < baked_vertices_ || has_height_[corner.vertex - baked_vertices_]) return;
    has_height_[corner.vertex - baked_vertices_] = true;
    arrays_.vertices.At(Stored(corner.vertex)).y = static_cast<float>(HeightOnPoly(baked_, poly, corner.at));
  }

  std::span<const SidePart> parts() const { return {parts_.begin(), parts_.size()}; }
  absl::Status JoinSides() {
    if (!SortInTime(parts_, deadline_)) return CheckInTime(deadline_);
    for (const SidePart& part : parts_) {
      if (sides_.Expired()) return sides_.Status();
      const uint32_t across = part.side < baked_edges_ ? baked_.edge(EdgeId(part.side)).twin : part.side;
      if (across == kNoEdge) continue;
      const bool stays = across < baked_edges_ && !IsChanged(baked_.edge(EdgeId(across)).poly);
      if (stays) {
        arrays_.edges.At(part.edge).twin = across;
        continue;
      }
      const SidePart* const beyond = FindPart(parts(), across, part.end, part.start);
      if (beyond != nullptr) arrays_.edges.At(part.edge).twin = beyond->edge;
    }
    return absl::OkStatus();
  }

  // Sides of polygons that stay lead to the pieces now, or nowhere.
  absl::Status JoinWhatStays() {
    for (const uint32_t poly : list_.polys()) {
      if (polys_.Expired()) return polys_.Status();
      for (const uint32_t side : SidesInto(poly)) {
        if (IsChanged(baked_.edge(EdgeId(side)).poly)) continue;
        const uint32_t across = baked_.edge(EdgeId(side)).twin;
        const SidePart* const piece = FindPart(parts(), across, baked_.edge(EdgeId(across)).vertex,
                                               baked_.edge(baked_.Next(EdgeId(across))).vertex);
        arrays_.edges.At(side).twin = piece == nullptr ? kNoEdge : piece->edge;
      }
    }
    return absl::OkStatus();
  }

  // A vertex is on the border if it was baked so, or if one of its sides leads nowhere.
  absl::Status MarkBorders() {
    GrowingArray<Corner> corners;
    GrowingArray<Corner> touched;  // of the mesh as baked
    GrowingArray<uint32_t> were_border;
    for (uint32_t e = out_->gone_edge_ + 3; e < arrays_.edges.size(); ++e) {
      if (sides_.Expired()) return sides_.Status();
      corners.push_back({arrays_.edges[e].vertex, e});
    }
    for (const uint32_t poly : list_.polys()) {
      if (sides_.Expired()) return sides_.Status();
      const NavPoly& record = baked_.poly(PolyId(poly));
      for (uint32_t e = record.first_edge; e < record.first_edge + record.edge_count; ++e) {
        const NavEdge& edge = baked_.edge(EdgeId(e));
        touched.push_back({edge.vertex, e});
        if ((edge.flags & kNavEdgeStartsAtBorder) != 0) were_border.push_back(edge.vertex);
      }
    }
    if (!SortInTime(touched, deadline_)) return CheckInTime(deadline_);
    for (size_t i = 0; i < touched.size(); ++i) {
      if (sides_.Expired(kStepsOfFan)) return sides_.Status();
      const auto& [vertex, corner] = touched[i];
      if (i == 0 || touched[i - 1].vertex != vertex) AddCornersThatStay(corner, vertex, corners);
    }
    if (!SortInTime(corners, deadline_) || !SortInTime(were_border, deadline_)) return CheckInTime(deadline_);
    const VertexFans fans(arrays_.edges.view(), arrays_.polys.view());
    for (size_t i = 0, end = 0; i < corners.size(); i = end) {
      if (sides_.Expired(kStepsOfFan)) return sides_.Status();
      const uint32_t vertex = corners[i].vertex;
      while (end < corners.size() && corners[end].vertex == vertex) ++end;
      Mark(fans, {corners.begin() + i, end - i},
           std::binary_search(were_border.begin(), were_border.end(), vertex));
    }
    return absl::OkStatus();
  }
  // Adds the corners of unchanged polygons at the vertex at which a baked corner lies.
  void AddCornersThatStay(uint32_t corner, uint32_t vertex, GrowingArray<Corner>& corners) const {
    const auto add = [&](uint32_t at) {
      if (!IsChanged(baked_.edge(EdgeId(at)).poly)) corners.push_back({vertex, at});
    };
    const NavEdge& edge = baked_.edge(EdgeId(corner));
    if ((edge.flags & kNavEdgeStartIsPinched) == 0) {  // all of them are one fan
      const VertexFans fans(baked_.arrays().edges, baked_.arrays().polys);
      const uint32_t first = fans.First(corner);
      add(first);
      for (uint32_t at = fans.CounterClockwise(first); at != kNoEdge && at != first;
           at = fans.CounterClockwise(at))
        add(at);
      return;
    }
    const Vec3 at(baked_.vertex(VertexId(edge.vertex)));
    ForEachPolyIn(baked_, {at, at}, [&](PolyId poly) {
      const NavPoly& record = baked_.poly(poly);
      for (uint32_t e = record.first_edge; e < record.first_edge + record.edge_count; ++e) {
        if (baked_.edge(EdgeId(e)).vertex == edge.vertex) add(e);
      }
    });
  }
  void Mark(const VertexFans& fans, std::span<const Corner> corners, bool was_border) {
    bool is_border = was_border;
    for (const auto& [vertex, corner] : corners) {
      is_border = is_border || arrays_.edges[corner].twin == kNoEdge ||
                  arrays_.edges[fans.Entering(corner)].twin == kNoEdge;
    }
    const bool is_pinched = fans.CountOf(corners.front().edge) < corners.size();
    for (const auto& [vertex, corner] : corners) {
      uint16_t flags = arrays_.edges[corner].flags & ~(kNavEdgeStartsAtBorder | kNavEdgeStartIsPinched);
      if (is_border || is_pinched) flags |= kNavEdgeStartsAtBorder;
      if (is_pinched) flags |= kNavEdgeStartIsPinched;
      if (flags != arrays_.edges[corner].flags) arrays_.edges.At(corner).flags = flags;
    }
  }

  absl::Status FinishMesh() {
    WS_RETURN_IF_ERROR(AddToTree());
    NavmeshArrays arrays{.header = snapshot_.header,
                         .vertices = arrays_.vertices.view(),
                         .edges = arrays_.edges.view(),
                         .polys = arrays_.polys.view(),
                         .detail_vertices = arrays_.detail_vertices.view(),
                         .detail_triangles = arrays_.detail_triangles.view(),
                         .tree_boxes = arrays_.tree_boxes.view()};
    NavmeshHeader& header = arrays.header;
    header.poly_count = arrays_.polys.size();
    header.edge_count = arrays_.edges.size();
    header.vertex_count = arrays_.vertices.size();
    header.detail_vertex_count = arrays_.detail_vertices.size();
    header.detail_triangle_count = arrays_.detail_triangles.size();
    arrays.area_prefix_m2 = {reinterpret_cast<const double*>(arrays_.areas->data()), header.poly_count};
    out_->mesh_.emplace(NavmeshView::Derived(arrays));
    return absl::OkStatus();
  }

  // The first piece of a polygon lies in the polygon's boxes.
  absl::Status AddToTree() {
    for (uint32_t poly = baked_.poly_count(); poly < arrays_.polys.size(); ++poly) {
      if (polys_.Expired()) return polys_.Status();
      const NavPoly& record = arrays_.polys[poly];
      ForEachBoxAbove(snapshot_.header, PolyId(poly), [&](uint32_t box) {
        NavBox& changed = arrays_.tree_boxes.At(box);
        for (uint32_t e = record.first_edge; e < record.first_edge + record.edge_count; ++e)
          ExtendBox(changed, arrays_.vertices[arrays_.edges[e].vertex]);
        for (uint32_t k = 0; k < record.detail_vertex_count; ++k)
          ExtendBox(changed, arrays_.detail_vertices[record.first_detail_vertex + k]);
      });
    }
    return absl::OkStatus();
  }

  // A link stays where its ends lie on ground that is left; from a piece with another id leaves a copy.
  absl::Status MoveLinks() {
    std::vector<std::pair<uint32_t, uint32_t>> copies;  // piece, link
    for (const LinkId link : changes_.closed_links) Close(link.value());
    for (uint32_t i = 0; i < baked_links_.size(); ++i) {
      if (sides_.Expired()) return sides_.Status();
      const NavLink& link = baked_links_.link(LinkId(i));
      if (!IsChanged(link.start_poly) && !IsChanged(link.end_poly)) continue;
      if ((arrays_.link_records[i].flags & kLinkClosed) != 0) continue;
      const auto start =
          out_->PlaceOf({PolyId(link.start_poly), Vec3(link.start[0], link.start[1], link.start[2])});
      const auto end = out_->PlaceOf({PolyId(link.end_poly), Vec3(link.end[0], link.end[1], link.end[2])});
      if (!start || !end) {
        Close(i);
        continue;
      }
      arrays_.link_records.At(i).end_poly = end->poly.value();
      if (start->poly.value() != link.start_poly) copies.emplace_back(start->poly.value(), i);
    }
    if (!SortInTime(copies, deadline_)) return CheckInTime(deadline_);
    AddRows(copies);
    for (const auto& [piece, link] : copies) {
      NavLink copy = arrays_.link_records[link];
      copy.start_poly = piece;
      copy.reverse = kNoLink;
      arrays_.link_records.Append(copy);
      out_->copied_links_.emplace_back(link);
      Close(link);
    }
    out_->links_.emplace(baked_links_.Derived(arrays_.link_records.view(), arrays_.link_rows.view()));
    return absl::OkStatus();
  }
  void Close(uint32_t link) { arrays_.link_records.At(link).flags |= kLinkClosed; }
  void AddRows(const std::vector<std::pair<uint32_t, uint32_t>>& copies) {
    if (baked_links_.size() == 0) return;
    uint32_t at = baked_links_.size();
    size_t next = 0;
    for (uint32_t poly = baked_.poly_count(); poly < arrays_.polys.size(); ++poly) {
      arrays_.link_rows.Append(at);
      for (; next < copies.size() && copies[next].first == poly; ++next) ++at;
    }
    arrays_.link_rows.Append(at);
  }

  const MeshSnapshot& snapshot_;
  const NavmeshView& baked_;
  const LinkView& baked_links_;
  const MeshChanges& changes_;
  const Deadline& deadline_;
  DeadlinePoll polys_;
  DeadlinePoll sides_;
  const uint32_t baked_edges_;
  const uint32_t baked_vertices_;
  std::unique_ptr<ChangedMesh> out_;
  MeshArrays& arrays_;
  PieceCutter cutter_;
  PieceHeights heights_;
  PieceList list_;  // of baked polygons
  CutPiece shape_;
  std::vector<CutPiece> outside_;
  size_t piece_count_ = 0;
  GrowingArray<SidePart> parts_;  // of all new sides
  std::vector<bool> has_height_;  // by added vertex
  std::vector<uint32_t> between_;
  uint32_t gone_triangle_ = 0;
};

absl::StatusOr<std::unique_ptr<const ChangedMesh>> ChangedMesh::Make(
    std::shared_ptr<const MeshSnapshot> baked, const MeshChanges& changes, const Deadline& deadline) {
  const MeshSnapshot& snapshot = *baked;
  WS_ASSIGN_OR_RETURN(MeshArrays arrays, snapshot.TakeArrays());
  std::unique_ptr<ChangedMesh> out(new ChangedMesh(std::move(baked), std::move(arrays)));
  return MeshChanger(snapshot, std::move(out), changes, deadline).Make();
}

}  // namespace waystone
