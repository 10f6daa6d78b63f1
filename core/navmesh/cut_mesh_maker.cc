// Stages: find which boxes touch which polygons and cut those; emit all pieces, split where a neighbour was
// cut; join sides; double the ground of one-way boxes; list the sides into boxes, and let those into one-way
// ones lead to the doubles; mark borders; move links.
#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "absl/status/status.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/navmesh/box_tree.h"
#include "core/navmesh/corridor_pull.h"
#include "core/navmesh/cut_mesh.h"
#include "core/navmesh/polygon_shape.h"
#include "core/navmesh/polys_in_box.h"
#include "core/navmesh/vertex_fans.h"

namespace waystone {
namespace {

// If polygons end at the sides of a box: pieces looked at for the ground behind its margin, and how far off
// that may lie.
constexpr size_t kMostAround = 16;
constexpr double kShadowMargins = 3;
// Pieces looked at for ground behind those that other boxes cut off.
constexpr size_t kMostInwards = 256;

// The first one-way box of those that a piece is in and another one is not; -1 if there is none. `entered`
// gets all of them.
int64_t FirstEntered(std::span<const TriggerBox> boxes, std::span<const uint32_t> from,
                     std::span<const uint32_t> to, std::vector<uint32_t>& entered) {
  entered.clear();
  std::set_difference(to.begin(), to.end(), from.begin(), from.end(), std::back_inserter(entered));
  const auto first =
      std::find_if(entered.begin(), entered.end(), [&](uint32_t box) { return boxes[box].is_one_way; });
  return first == entered.end() ? -1 : int64_t{*first};
}

NavmeshArrays ArraysOf(const NavmeshData& data) {
  return {.header = data.header,
          .vertices = data.vertices,
          .edges = data.edges,
          .polys = data.polys,
          .detail_vertices = data.detail_vertices,
          .detail_triangles = data.detail_triangles,
          .tree_boxes = data.tree_boxes,
          .area_prefix_m2 = data.area_prefix_m2};
}

// The next corner around a polygon.
size_t After(size_t k, size_t count) { return k + 1 == count ? 0 : k + 1; }

}  // namespace

class CutMeshMaker {
 public:
  CutMeshMaker(const NavmeshView& baked, const LinkView& links, std::vector<TriggerBox> boxes,
               bool is_changed, const Deadline& deadline)
      : baked_(baked),
        baked_links_(links),
        is_changed_(is_changed),
        deadline_(deadline),
        out_(new CutMesh(baked, std::move(boxes))),
        cutter_(baked) {}

  absl::StatusOr<std::unique_ptr<const CutMesh>> Make() {
    FindTouched();
    WS_RETURN_IF_ERROR(CheckInTime(deadline_));
    WS_RETURN_IF_ERROR(EmitPolys());
    JoinSides();
    WS_RETURN_IF_ERROR(CheckInTime(deadline_));
    FindGround();
    DoubleGround();
    CloseSides();
    WS_RETURN_IF_ERROR(CheckInTime(deadline_));
    FinishMesh();
    if (is_changed_) {  // polygons that are gone lie out of range
      out_->mesh_.emplace(NavmeshView::Derived(ArraysOf(out_->data_)));
    } else {
      WS_ASSIGN_OR_RETURN(const NavmeshView mesh, NavmeshView::Create(out_->data_));
      out_->mesh_.emplace(mesh);
    }
    WS_RETURN_IF_ERROR(CheckInTime(deadline_));
    for (uint32_t box = 0; box < out_->sides_.size(); ++box) TrimSides(box);
    EmitLinks();
    WS_ASSIGN_OR_RETURN(out_->links_, LinkView::Create(out_->link_data_, *out_->mesh_));
    return std::unique_ptr<const CutMesh>(std::move(out_));
  }

 private:
  void FindTouched() {
    std::vector<std::vector<uint32_t>> polys_near;  // by box
    for (uint32_t box = 0; box < out_->boxes_.size(); ++box) {
      const Aabb around = out_->Widened(box, out_->margin_m_);
      const Aabb whole = out_->boxes_[box].box;
      const Aabb inset = out_->Widened(box, -out_->margin_m_ / 2);
      // For a box that stands on the floor, or ends there.
      const Aabb at_any_height{{inset.min.x, whole.min.y, inset.min.z},
                               {inset.max.x, whole.max.y, inset.max.z}};
      bool has_inset = false;
      bool has_inner = false;
      std::vector<uint32_t> touched;
      ForEachPolyIn(baked_, around, [&](PolyId poly) {
        if (clip_.Meets(baked_, poly, around)) touched.push_back(poly.value());
        has_inset = has_inset || clip_.Meets(baked_, poly, inset);
        has_inner = has_inner || clip_.Meets(baked_, poly, at_any_height);
      });
      out_->inner_.push_back(has_inset ? inset : has_inner ? at_any_height : whole);
      out_->outer_.push_back(has_inner && !out_->boxes_[box].is_one_way ? out_->inner_.back() : around);
      for (const uint32_t poly : touched) {
        if (clip_.Meets(baked_, PolyId(poly), out_->outer_[box])) touched_[poly].push_back(box);
      }
      polys_near.push_back(std::move(touched));
    }
    for (const auto& [poly, boxes] : touched_) {
      std::vector<CutPiece>& pieces = pieces_[poly];
      pieces.push_back(cutter_.Whole(PolyId(poly)));
      for (const uint32_t box : boxes) CutOut(PolyId(poly), box, pieces);
    }
    CutThin(polys_near);
  }

  // A box's ground may be too thin to be cut out, if the box is flat or ground hardly reaches into it. Then
  // its margin is cut out too, and paths still end in the box.
  void CutThin(const std::vector<std::vector<uint32_t>>& polys_near) {
    std::vector<bool> has_piece(out_->boxes_.size(), false);
    for (const auto& [poly, pieces] : pieces_) {
      for (const CutPiece& piece : pieces) {
        for (const uint32_t box : piece.boxes) has_piece[box] = true;
      }
    }
    for (uint32_t box = 0; box < out_->boxes_.size(); ++box) {
      if (has_piece[box]) continue;
      out_->outer_[box] = out_->Widened(box, out_->margin_m_);
      for (const uint32_t poly : polys_near[box]) {
        std::vector<CutPiece>& pieces = pieces_[poly];
        if (pieces.empty()) pieces.push_back(cutter_.Whole(PolyId(poly)));
        CutOut(PolyId(poly), box, pieces);
      }
    }
  }

  void CutOut(PolyId poly, uint32_t box, std::vector<CutPiece>& pieces) {
    const Aabb& around = out_->outer_[box];
    const std::vector<CutLine> rect = SidesOfRect(around.min.Plane(), around.max.Plane());
    const size_t count = pieces.size();
    std::vector<CutPiece> outside;
    for (size_t i = 0; i < count; ++i) {
      std::vector<Vec2> outline;
      for (const CutCorner& corner : pieces[i].corners) outline.push_back(corner.at);
      if (!clip_.Meets(baked_, poly, outline, around)) continue;
      if (!cutter_.Cut(rect, pieces[i], outside)) continue;
      std::vector<uint32_t>& boxes = pieces[i].boxes;
      boxes.insert(std::upper_bound(boxes.begin(), boxes.end(), box), box);
    }
    pieces.insert(pieces.end(), outside.begin(), outside.end());
  }

  absl::Status EmitPolys() {
    NavmeshData& data = out_->data_;
    data.vertices.assign(baked_.arrays().vertices.begin(), baked_.arrays().vertices.end());
    new_vertices_.assign(cutter_.added().size(), kNoEdge);
    out_->box_rows_.push_back(0);
    for (uint32_t poly = 0; poly < baked_.poly_count(); ++poly) {
      out_->first_pieces_.push_back(static_cast<uint32_t>(data.polys.size()));
      const auto found = pieces_.find(poly);
      if (found == pieces_.end()) {
        WS_RETURN_IF_ERROR(EmitPiece(poly, cutter_.Whole(PolyId(poly))));
        continue;
      }
      for (const CutPiece& piece : found->second) WS_RETURN_IF_ERROR(EmitPiece(poly, piece));
    }
    out_->first_pieces_.push_back(static_cast<uint32_t>(data.polys.size()));
    return absl::OkStatus();
  }

  uint32_t NewVertex(uint32_t vertex) {
    const auto baked_count = static_cast<uint32_t>(baked_.arrays().vertices.size());
    if (vertex < baked_count) return vertex;
    uint32_t& number = new_vertices_[vertex - baked_count];
    if (number == kNoEdge) {
      number = static_cast<uint32_t>(out_->data_.vertices.size());
      out_->data_.vertices.push_back(cutter_.vertex(vertex));
    }
    return number;
  }

  // Emits a piece with the vertices that neighbours' cuts put on its sides. These stray from the sides by
  // float rounding, and the search may not end unless polygons are convex, so the piece is split at such a
  // vertex.
  absl::Status EmitPiece(uint32_t poly, const CutPiece& piece) {
    std::vector<std::vector<CutCorner>> open{cutter_.WithVertices(piece)};
    while (!open.empty()) {
      const std::vector<CutCorner> corners = std::move(open.back());
      open.pop_back();
      if (cutter_.Split(corners, open)) continue;
      WS_RETURN_IF_ERROR(EmitConvex(poly, corners, piece.boxes));
    }
    return absl::OkStatus();
  }

  absl::Status EmitConvex(uint32_t poly, const std::vector<CutCorner>& corners,
                          const std::vector<uint32_t>& boxes) {
    NavmeshData& data = out_->data_;
    const auto id = static_cast<uint32_t>(data.polys.size());
    const size_t count = corners.size();
    if (count > kNavMaxPolyEdges) {
      return absl::OutOfRangeError(
          StrCat("polygon ", poly, ": boxes cut its sides into more than ", kNavMaxPolyEdges));
    }
    NavPoly record = baked_.poly(PolyId(poly));
    record.first_edge = static_cast<uint32_t>(data.edges.size());
    record.edge_count = static_cast<uint16_t>(count);
    for (size_t k = 0; k < count; ++k) {
      const CutCorner& corner = corners[k];
      parts_.push_back({corner.side, corner.vertex, corners[After(k, count)].vertex,
                        static_cast<uint32_t>(data.edges.size())});
      const bool is_baked = corner.side < baked_.arrays().edges.size();
      out_->edges_.push_back(is_baked ? corner.side : kNoEdge);
      data.edges.push_back({NewVertex(corner.vertex), kNoEdge, id, 0, 0});
    }
    // The baked mesh gives the heights.
    record.first_detail_vertex = 0;
    record.detail_vertex_count = 0;
    record.first_detail_triangle = id;
    record.detail_triangle_count = 1;
    data.detail_triangles.push_back({{0, 1, 2}});
    data.polys.push_back(record);
    out_->polys_.push_back(poly);
    out_->box_ids_.insert(out_->box_ids_.end(), boxes.begin(), boxes.end());
    out_->box_rows_.push_back(static_cast<uint32_t>(out_->box_ids_.size()));
    return absl::OkStatus();
  }

  void JoinSides() {
    std::vector<SidePart> sorted = parts_;
    std::sort(sorted.begin(), sorted.end());
    for (const SidePart& part : parts_) {
      const bool is_baked = part.side < baked_.arrays().edges.size();
      const uint32_t across = is_baked ? baked_.edge(EdgeId(part.side)).twin : part.side;
      if (across == kNoEdge) continue;
      const SidePart* const found = FindPart(sorted, across, part.end, part.start);
      if (found != nullptr) out_->data_.edges[part.edge].twin = found->edge;
    }
  }

  void FindGround() {
    for (uint32_t piece = 0; piece < out_->data_.polys.size(); ++piece) {
      for (const uint32_t box : out_->BoxesAt(PolyId(piece))) {
        out_->has_ground_.push_back(PieceMeets(PolyId(piece), out_->ColumnOf(box)) ? 1 : 0);
      }
    }
  }

  // Sides between doubles of a box are open, and lead nowhere else. But the margin of the box only leads in:
  // not from the ground in the box, and not through another one-way box.
  void DoubleGround() {
    NavmeshData& data = out_->data_;
    original_edges_ = static_cast<uint32_t>(data.edges.size());
    const auto originals = static_cast<uint32_t>(data.polys.size());
    for (uint32_t piece = 0; piece < originals; ++piece) {
      for (const uint32_t box : out_->BoxesAt(PolyId(piece))) {
        if (!out_->boxes_[box].is_one_way) continue;
        const auto id = static_cast<uint32_t>(originals + out_->doubles_.size());
        out_->doubles_.push_back({PolyId(piece), box, PolyId(id)});
      }
    }
    for (const CutMesh::Double& one : out_->doubles_) {
      NavPoly record = data.polys[one.original.value()];
      const uint32_t first = record.first_edge;
      record.first_edge = static_cast<uint32_t>(data.edges.size());
      record.first_detail_triangle = one.piece.value();
      data.polys.push_back(record);
      data.detail_triangles.push_back({{0, 1, 2}});
      for (uint32_t e = first; e < first + record.edge_count; ++e) {
        data.edges.push_back({data.edges[e].vertex, kNoEdge, one.piece.value(), 0, 0});
        out_->edges_.push_back(out_->edges_[e]);
      }
      out_->polys_.push_back(out_->polys_[one.original.value()]);
      const std::span<const uint32_t> boxes = out_->BoxesAt(one.original);
      const std::vector<uint32_t> same(boxes.begin(), boxes.end());
      out_->box_ids_.insert(out_->box_ids_.end(), same.begin(), same.end());
      for (const uint32_t box : same) out_->has_ground_.push_back(out_->HasGround(one.original, box) ? 1 : 0);
      out_->box_rows_.push_back(static_cast<uint32_t>(out_->box_ids_.size()));
    }
    for (const CutMesh::Double& one : out_->doubles_) {
      const uint32_t first = data.polys[one.original.value()].first_edge;
      const uint32_t own = data.polys[one.piece.value()].first_edge;
      for (uint32_t k = 0; k < data.polys[one.piece.value()].edge_count; ++k) {
        const bool is_closed = LeadsAside(one.box, one.original, first + k);
        data.edges[own + k].twin = is_closed ? kNoEdge : DoubleOfEdge(one.box, data.edges[first + k].twin);
      }
    }
  }

  // Whether a side of a piece leads from the ground in a box to its margin, or from there into another
  // one-way box, and not straight to the ground of the first.
  bool LeadsAside(uint32_t box, PolyId piece, uint32_t edge) {
    const uint32_t twin = out_->data_.edges[edge].twin;
    if (twin == kNoEdge) return false;
    const PolyId beyond(out_->data_.edges[twin].poly);
    if (out_->HasGround(piece, box)) return !out_->HasGround(beyond, box);
    const std::vector<uint32_t> before = BoxesBefore(piece, beyond);
    std::vector<uint32_t> entered;
    FirstEntered(out_->boxes_, before, out_->BoxesAt(beyond), entered);
    const bool enters_other = std::any_of(entered.begin(), entered.end(), [&](uint32_t other) {
      return other != box && out_->boxes_[other].is_one_way;
    });
    return enters_other && !IsBehind(box, EdgeId(edge), beyond);
  }

  // Whether ground of a box lies near and straight behind a part of the side that leads to a piece.
  bool IsBehind(uint32_t box, EdgeId edge, PolyId piece) {
    const NavmeshData& data = out_->data_;
    const NavEdge& side = data.edges[edge.value()];
    const Vec2 from = Vec3(data.vertices[side.vertex]).Plane();
    const Vec2 to = Vec3(data.vertices[data.edges[side.twin].vertex]).Plane();
    // Ground at the very height of the box's floor or top is in it; what only touches its sides is not
    // behind.
    Aabb ground = out_->Widened(box, -touch_m());
    ground.min.y = out_->boxes_[box].box.min.y - touch_m();
    ground.max.y = out_->boxes_[box].box.max.y + touch_m();
    std::vector<CutMesh::Side> shadows;
    AppendShadows(box, ground, {edge, piece, from, to}, shadows);
    return std::any_of(shadows.begin(), shadows.end(),
                       [&](const CutMesh::Side& shadow) { return !IsPoint(shadow); });
  }

  // Smaller than the width of any piece.
  double touch_m() const { return baked_.tolerance_m() / 2; }
  bool IsPoint(const CutMesh::Side& shadow) const { return Distance(shadow.from, shadow.to) <= touch_m(); }

  // The same half-edge of the double in a one-way box; kNoEdge if its piece is not in the box.
  uint32_t DoubleOfEdge(uint32_t box, uint32_t edge) const {
    if (edge == kNoEdge) return kNoEdge;
    const PolyId piece(out_->data_.edges[edge].poly);
    const std::optional<PolyId> one = DoubleIn(box, piece);
    if (!one.has_value()) return kNoEdge;
    return out_->data_.polys[one->value()].first_edge + edge - out_->data_.polys[piece.value()].first_edge;
  }
  std::optional<PolyId> DoubleIn(uint32_t box, PolyId piece) const {
    for (const CutMesh::Double& one : out_->DoublesOf(piece)) {
      if (one.box == box) return one.piece;
    }
    return std::nullopt;
  }

  // Lists the sides into boxes, and lets those into one-way boxes lead to doubles.
  void CloseSides() {
    std::vector<NavEdge>& edges = out_->data_.edges;
    std::vector<std::pair<uint32_t, uint32_t>> redirected;
    std::vector<uint32_t> entered;
    for (uint32_t e = 0; e < original_edges_; ++e) {
      if (edges[e].twin == kNoEdge) continue;
      const PolyId to(edges[edges[e].twin].poly);
      const std::span<const uint32_t> boxes = out_->BoxesAt(to);
      if (boxes.empty()) continue;
      const std::vector<uint32_t> before = BoxesBefore(PolyId(edges[e].poly), to);
      const int64_t listed = FirstEntered(out_->boxes_, before, boxes, entered);
      if (listed >= 0) {
        const uint32_t first = FirstBehind(EdgeId(e), to, entered, static_cast<uint32_t>(listed));
        const std::span<const uint32_t> own = out_->BoxesAt(PolyId(edges[e].poly));
        const bool is_side = !std::binary_search(own.begin(), own.end(), first);
        if (is_side) out_->sides_[first].push_back({EdgeId(e), to, {}, {}});
        redirected.emplace_back(e, DoubleOfEdge(first, edges[e].twin));
      } else {
        for (const uint32_t box : entered) out_->sides_[box].push_back({EdgeId(e), to, {}, {}});
      }
    }
    for (const auto& [edge, twin] : redirected) edges[edge].twin = twin;
  }

  // The boxes that a path is in before it goes from a piece to the next one. It is in no one-way box of which
  // the piece has the margin alone, if the next one has ground of it.
  std::vector<uint32_t> BoxesBefore(PolyId piece, PolyId next) {
    const std::span<const uint32_t> boxes = out_->BoxesAt(piece);
    std::vector<uint32_t> before(boxes.begin(), boxes.end());
    std::erase_if(before, [&](uint32_t box) {
      return out_->boxes_[box].is_one_way && !out_->HasGround(piece, box) && out_->HasGround(next, box);
    });
    return before;
  }

  // Of the one-way boxes that a side leads into at once, the first with ground straight behind the side: at
  // the corner of a box its margin alone may lie there. `listed`, the first of all, if none has.
  uint32_t FirstBehind(EdgeId edge, PolyId piece, const std::vector<uint32_t>& entered, uint32_t listed) {
    const auto is_one_way = [&](uint32_t box) { return out_->boxes_[box].is_one_way; };
    if (std::count_if(entered.begin(), entered.end(), is_one_way) == 1) return listed;
    for (const uint32_t box : entered) {
      if (is_one_way(box) && IsBehind(box, edge, piece)) return box;
    }
    return listed;
  }

  // Keeps the part of each side that has ground of the box behind it. A piece that is more than the margin of
  // the box, but slopes out of it, may have been cut off that ground by other boxes.
  void TrimSides(uint32_t box) {
    std::vector<CutMesh::Side> trimmed;
    const bool is_thin = out_->IsThin(box);
    for (CutMesh::Side side : out_->sides_[box]) {
      side.from = Vec3(out_->mesh_->EdgeStart(side.edge)).Plane();
      side.to = Vec3(out_->mesh_->EdgeEnd(side.edge)).Plane();
      const bool leads_on = LeadsToGround(box, side.piece);
      const size_t count = trimmed.size();
      if (!leads_on || !out_->HasGround(side.piece, box))
        AppendShadows(box, out_->inner_[box], side, trimmed);
      // At a corner of the box, the ground lies beside the side, not behind it.
      if (!is_thin) {
        trimmed.erase(std::remove_if(trimmed.begin() + static_cast<ptrdiff_t>(count), trimmed.end(),
                                     [&](const CutMesh::Side& shadow) { return IsPoint(shadow); }),
                      trimmed.end());
      }
      if (leads_on && trimmed.size() == count) trimmed.push_back(side);
    }
    out_->sides_[box] = std::move(trimmed);
  }

  bool PieceMeets(PolyId piece, const Aabb& box) {
    return clip_.Meets(baked_, out_->PolyOf(piece), out_->OutlineOf(piece), box);
  }

  // Whether a piece or others of its polygon behind it have ground of the box.
  bool LeadsToGround(uint32_t box, PolyId piece) {
    if (!clip_.Meets(baked_, out_->PolyOf(piece), out_->inner_[box])) return false;
    std::vector<PolyId> inwards{piece};
    for (size_t next = 0; next < inwards.size() && next < kMostInwards; ++next) {
      if (PieceMeets(inwards[next], out_->inner_[box])) return true;
      out_->AddNeighbours(box, inwards[next], true, inwards);
    }
    return false;
  }

  // If polygons end at the sides of a box, the cut piece may be its margin alone: then ground or a wall lies
  // behind it.
  void AppendShadows(uint32_t box, const Aabb& ground, CutMesh::Side side,
                     std::vector<CutMesh::Side>& shadows) {
    const Vec2 a = side.from;
    const Vec2 b = side.to;
    std::vector<PolyId> around{side.piece};
    for (size_t next = 0; next < around.size() && next < kMostAround; ++next) {
      out_->AddNeighbours(box, around[next], false, around);
      for (const auto& [first, last] :
           clip_.ShadowsOn(baked_, out_->PolyOf(around[next]), out_->OutlineOf(around[next]), ground, a, b,
                           kShadowMargins * out_->margin_m_)) {
        side.from = a + (b - a) * first;
        side.to = a + (b - a) * last;
        shadows.push_back(side);
      }
    }
  }

  // A vertex is on the border if it was baked so, or if one of its sides is open.
  void FinishMesh() {
    NavmeshData& data = out_->data_;
    std::vector<uint8_t> is_border(data.vertices.size(), 0);
    for (const NavEdge& edge : baked_.arrays().edges) {
      if ((edge.flags & kNavEdgeStartsAtBorder) != 0) is_border[edge.vertex] = 1;
    }
    double sum_m2 = 0;
    std::vector<Vec2> corners;
    for (const NavPoly& poly : data.polys) {
      corners.clear();
      for (uint32_t e = poly.first_edge; e < poly.first_edge + poly.edge_count; ++e) {
        const uint32_t next = e + 1 == poly.first_edge + poly.edge_count ? poly.first_edge : e + 1;
        corners.push_back(Vec3(data.vertices[data.edges[e].vertex]).Plane());
        if (data.edges[e].twin == kNoEdge) {
          is_border[data.edges[e].vertex] = is_border[data.edges[next].vertex] = 1;
        }
      }
      data.area_prefix_m2.push_back(sum_m2 += 0.5 * TwiceArea(corners));
    }
    const std::vector<uint8_t> pinched =
        PinchedVertices(data.edges, data.polys, static_cast<uint32_t>(data.vertices.size()));
    for (NavEdge& edge : data.edges) {
      if (is_border[edge.vertex] != 0) edge.flags |= kNavEdgeStartsAtBorder;
      if (pinched[edge.vertex] != 0) edge.flags |= kNavEdgeStartIsPinched;
    }
    NavmeshHeader& header = data.header;
    header = baked_.arrays().header;
    header.poly_count = static_cast<uint32_t>(data.polys.size());
    header.edge_count = static_cast<uint32_t>(data.edges.size());
    header.vertex_count = static_cast<uint32_t>(data.vertices.size());
    header.detail_vertex_count = 0;
    header.detail_triangle_count = static_cast<uint32_t>(data.detail_triangles.size());
    FillBoxTree(data);
  }

  void EmitLinks() {
    std::vector<std::pair<NavLink, LinkId>> kept;
    const auto keep = [&](LinkId baked, PolyId start, PolyId end) {
      NavLink link = baked_links_.link(baked);
      link.start_poly = start.value();
      link.end_poly = end.value();
      link.reverse = kNoLink;
      link.name_offset = kNoLinkName;
      kept.emplace_back(link, baked);
    };
    std::vector<uint32_t> entered;
    for (uint32_t i = 0; i < baked_links_.size(); ++i) {
      const NavLink& link = baked_links_.link(LinkId(i));
      if ((link.flags & kLinkClosed) != 0) continue;
      const NavLocation start = out_->PlaceOf(LinkStart(link));
      const NavLocation end = out_->PlaceOf(LinkEnd(link));
      const int64_t first =
          FirstEntered(out_->boxes_, out_->BoxesAt(start.poly), out_->BoxesAt(end.poly), entered);
      const CutMesh::Link into{LinkId(i), start, end.poly};
      for (const CutMesh::Double& one : out_->DoublesOf(start.poly)) {
        const std::optional<PolyId> beyond = DoubleIn(one.box, end.poly);
        if (beyond.has_value()) keep(LinkId(i), one.piece, *beyond);
      }
      if (first >= 0) {
        const auto box = static_cast<uint32_t>(first);
        out_->into_[box].push_back(into);
        keep(LinkId(i), start.poly, *DoubleIn(box, end.poly));
        continue;
      }
      for (const uint32_t box : entered) out_->into_[box].push_back(into);
      keep(LinkId(i), start.poly, end.poly);
    }
    std::stable_sort(kept.begin(), kept.end(),
                     [](const auto& a, const auto& b) { return a.first.start_poly < b.first.start_poly; });
    LinkData& data = out_->link_data_;
    data.rows.assign(out_->data_.polys.size() + 1, 0);
    for (const auto& [link, baked] : kept) {
      data.links.push_back(link);
      out_->baked_links_.push_back(baked);
      ++data.rows[link.start_poly + 1];
    }
    for (size_t i = 1; i < data.rows.size(); ++i) data.rows[i] += data.rows[i - 1];
  }

  const NavmeshView& baked_;
  const LinkView& baked_links_;
  const bool is_changed_;
  const Deadline& deadline_;
  std::unique_ptr<CutMesh> out_;
  PieceCutter cutter_;
  GroundClip clip_;
  std::map<uint32_t, std::vector<uint32_t>> touched_;  // baked polygon -> boxes
  std::map<uint32_t, std::vector<CutPiece>> pieces_;
  std::vector<SidePart> parts_;  // of all sides, by half-edge
  std::vector<uint32_t> new_vertices_;
  uint32_t original_edges_ = 0;  // before those of doubles
};

absl::StatusOr<std::unique_ptr<const CutMesh>> CutMesh::Make(const NavmeshView& baked, const LinkView& links,
                                                             std::vector<TriggerBox> boxes, bool is_changed,
                                                             const Deadline& deadline) {
  const Crowd crowd = FindCrowd(baked, boxes);
  if (!crowd.empty()) {
    return absl::OutOfRangeError(StrCat(crowd.size(), " boxes, the first of them box ", crowd[0],
                                        ", overlap on one polygon in more than ", kMaxOverlaps, " pairs"));
  }
  return CutMeshMaker(baked, links, std::move(boxes), is_changed, deadline).Make();
}

}  // namespace waystone
