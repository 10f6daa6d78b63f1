#include "core/navmesh/cut_mesh.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "absl/status/status.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/navmesh/box_tree.h"
#include "core/navmesh/polygon_shape.h"
#include "core/navmesh/polys_in_box.h"
#include "core/navmesh/surface_queries.h"
#include "core/navmesh/surface_walk.h"
#include "core/navmesh/vertex_fans.h"

namespace waystone {
namespace {

// Of the mesh's tolerance: corners and cuts stray by at most one of it each.
constexpr double kMarginTolerances = 4;
// Where polygons end at the sides of a box, its margin lies on other ones than its ground.
constexpr int kRings = 3;
constexpr size_t kMostAround = 16;
constexpr double kShadowMargins = 3;

// The first one-way box of those that a piece is in and another one is not; -1 where there is none.
// `entered` gets all of them.
int64_t FirstEntered(std::span<const CutBox> boxes, std::span<const uint32_t> from,
                     std::span<const uint32_t> to, std::vector<uint32_t>& entered) {
  entered.clear();
  std::set_difference(to.begin(), to.end(), from.begin(), from.end(), std::back_inserter(entered));
  const auto first =
      std::find_if(entered.begin(), entered.end(), [&](uint32_t box) { return boxes[box].is_one_way; });
  return first == entered.end() ? -1 : int64_t{*first};
}

}  // namespace

class CutMeshMaker {
 public:
  CutMeshMaker(const NavmeshView& baked, const LinkView& links, std::vector<CutBox> boxes)
      : baked_(baked), baked_links_(links), out_(new CutMesh(baked, std::move(boxes))), cutter_(baked) {}

  absl::StatusOr<std::unique_ptr<const CutMesh>> Make() {
    FindTouched();
    WS_RETURN_IF_ERROR(EmitPolys());
    JoinSides();
    CloseSides();
    FinishMesh();
    WS_ASSIGN_OR_RETURN(const NavmeshView mesh, NavmeshView::Create(out_->data_));
    out_->mesh_.emplace(mesh);
    for (uint32_t box = 0; box < out_->sides_.size(); ++box) TrimSides(box);
    EmitLinks();
    WS_ASSIGN_OR_RETURN(out_->links_, LinkView::Create(out_->link_data_, *out_->mesh_));
    return std::unique_ptr<const CutMesh>(std::move(out_));
  }

 private:
  // A part of a side, as its neighbour looks for it.
  struct Part {
    uint32_t side;
    uint32_t start;
    uint32_t end;
    uint32_t edge;
    friend bool operator<(const Part& a, const Part& b) {
      return std::tie(a.side, a.start, a.end) < std::tie(b.side, b.start, b.end);
    }
  };

  void FindTouched() {
    for (uint32_t box = 0; box < out_->boxes_.size(); ++box) {
      const Aabb around = out_->Widened(box, out_->margin_m_);
      const Aabb inset = out_->Widened(box, -out_->margin_m_ / 2);
      bool has_inner = false;
      std::vector<uint32_t> touched;
      ForEachPolyIn(baked_, around, [&](PolyId poly) {
        if (clip_.Meets(baked_, poly, around)) touched.push_back(poly.value());
        has_inner = has_inner || clip_.Meets(baked_, poly, inset);
      });
      out_->inner_.push_back(has_inner ? inset : out_->boxes_[box].box);
      out_->outer_.push_back(has_inner && !out_->boxes_[box].is_one_way ? inset : around);
      for (const uint32_t poly : touched) {
        if (clip_.Meets(baked_, PolyId(poly), out_->outer_[box])) touched_[poly].push_back(box);
      }
    }
    for (const auto& [poly, boxes] : touched_) {
      std::vector<CutPiece>& pieces = pieces_[poly];
      pieces.push_back(cutter_.Whole(PolyId(poly)));
      for (const uint32_t box : boxes) CutOut(PolyId(poly), box, pieces);
    }
  }

  void CutOut(PolyId poly, uint32_t box, std::vector<CutPiece>& pieces) {
    const Aabb& around = out_->outer_[box];
    const CutRect rect{around.min.Plane(), around.max.Plane()};
    const size_t count = pieces.size();
    std::vector<CutPiece> outside;
    for (size_t i = 0; i < count; ++i) {
      std::vector<Vec2> outline;
      for (const CutCorner& corner : pieces[i].corners) outline.push_back(corner.at);
      if (!clip_.Meets(baked_, poly, outline, around)) continue;
      if (cutter_.Cut(rect, pieces[i], outside)) pieces[i].boxes.push_back(box);
    }
    pieces.insert(pieces.end(), outside.begin(), outside.end());
  }

  absl::Status EmitPolys() {
    NavmeshData& data = out_->data_;
    data.vertices.assign(baked_.arrays().vertices.begin(), baked_.arrays().vertices.end());
    new_vertices_.assign(cutter_.vertices().size() - data.vertices.size(), kNoEdge);
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
      out_->data_.vertices.push_back(cutter_.vertices()[vertex]);
    }
    return number;
  }

  absl::Status EmitPiece(uint32_t poly, const CutPiece& piece) {
    NavmeshData& data = out_->data_;
    const auto id = static_cast<uint32_t>(data.polys.size());
    NavPoly record = baked_.poly(PolyId(poly));
    record.first_edge = static_cast<uint32_t>(data.edges.size());
    for (size_t k = 0; k < piece.corners.size(); ++k) {
      const CutCorner& corner = piece.corners[k];
      const uint32_t end = piece.corners[k + 1 == piece.corners.size() ? 0 : k + 1].vertex;
      between_.assign(1, corner.vertex);
      cutter_.AppendBetween(corner.side, corner.vertex, end, between_);
      for (size_t i = 0; i < between_.size(); ++i) {
        const uint32_t to = i + 1 == between_.size() ? end : between_[i + 1];
        parts_.push_back({corner.side, between_[i], to, static_cast<uint32_t>(data.edges.size())});
        const bool is_baked = corner.side < baked_.arrays().edges.size();
        out_->edges_.push_back(is_baked ? corner.side : kNoEdge);
        data.edges.push_back({NewVertex(between_[i]), kNoEdge, id, 0, 0});
      }
    }
    const size_t count = data.edges.size() - record.first_edge;
    if (count > kNavMaxPolyEdges) {
      return absl::ResourceExhaustedError(
          StrCat("polygon ", poly, ": boxes cut its sides into more than ", kNavMaxPolyEdges));
    }
    record.edge_count = static_cast<uint16_t>(count);
    // Heights are asked of the baked mesh.
    record.first_detail_vertex = 0;
    record.detail_vertex_count = 0;
    record.first_detail_triangle = id;
    record.detail_triangle_count = 1;
    data.detail_triangles.push_back({{0, 1, 2}});
    data.polys.push_back(record);
    out_->polys_.push_back(poly);
    out_->box_ids_.insert(out_->box_ids_.end(), piece.boxes.begin(), piece.boxes.end());
    out_->box_rows_.push_back(static_cast<uint32_t>(out_->box_ids_.size()));
    return absl::OkStatus();
  }

  void JoinSides() {
    std::vector<Part> sorted = parts_;
    std::sort(sorted.begin(), sorted.end());
    for (const Part& part : parts_) {
      const bool is_baked = part.side < baked_.arrays().edges.size();
      const uint32_t across = is_baked ? baked_.edge(EdgeId(part.side)).twin : part.side;
      if (across == kNoEdge) continue;
      const Part wanted{across, part.end, part.start, 0};
      const auto found = std::lower_bound(sorted.begin(), sorted.end(), wanted);
      if (found == sorted.end() || wanted < *found) continue;
      out_->data_.edges[part.edge].twin = found->edge;
    }
  }

  // Lists the sides into boxes, and closes those into one-way boxes.
  void CloseSides() {
    std::vector<NavEdge>& edges = out_->data_.edges;
    std::vector<uint32_t> closed;
    std::vector<uint32_t> entered;
    for (uint32_t e = 0; e < edges.size(); ++e) {
      if (edges[e].twin == kNoEdge) continue;
      const PolyId to(edges[edges[e].twin].poly);
      const std::span<const uint32_t> boxes = out_->BoxesAt(to);
      if (boxes.empty()) continue;
      const int64_t first = FirstEntered(out_->boxes_, out_->BoxesAt(PolyId(edges[e].poly)), boxes, entered);
      if (first >= 0) {
        out_->sides_[static_cast<size_t>(first)].push_back({EdgeId(e), to, {}, {}});
        closed.push_back(e);
      } else {
        for (const uint32_t box : entered) out_->sides_[box].push_back({EdgeId(e), to, {}, {}});
      }
    }
    for (const uint32_t e : closed) edges[e].twin = kNoEdge;
  }

  // Where polygons end at the sides of a box, what is cut out of one may be no more than its margin: then the
  // ground lies behind it, or a wall does.
  void TrimSides(uint32_t box) {
    std::vector<CutMesh::Side> trimmed;
    std::vector<PolyId> around;
    for (CutMesh::Side side : out_->sides_[box]) {
      const Vec2 a = side.from = Vec3(out_->mesh_->EdgeStart(side.edge)).Plane();
      const Vec2 b = side.to = Vec3(out_->mesh_->EdgeEnd(side.edge)).Plane();
      const auto has_ground = [&](PolyId piece) {
        return clip_.Meets(baked_, out_->PolyOf(piece), out_->OutlineOf(piece), out_->inner_[box]);
      };
      if (has_ground(side.piece)) {
        trimmed.push_back(side);
        continue;
      }
      around.assign(1, side.piece);
      for (size_t next = 0; next < around.size() && next < kMostAround; ++next) {
        out_->AddNeighbours(box, around[next], around);
        for (const auto& [first, last] :
             clip_.ShadowsOn(baked_, out_->PolyOf(around[next]), out_->OutlineOf(around[next]),
                             out_->inner_[box], a, b, kShadowMargins * out_->margin_m_)) {
          side.from = a + (b - a) * first;
          side.to = a + (b - a) * last;
          trimmed.push_back(side);
        }
      }
    }
    out_->sides_[box] = std::move(trimmed);
  }

  // A vertex is one of the border as baked, or where a side is open.
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
    std::vector<uint32_t> entered;
    for (uint32_t i = 0; i < baked_links_.size(); ++i) {
      NavLink link = baked_links_.link(LinkId(i));
      const NavLocation start = out_->PlaceOf(LinkStart(link));
      const NavLocation end = out_->PlaceOf(LinkEnd(link));
      const int64_t first =
          FirstEntered(out_->boxes_, out_->BoxesAt(start.poly), out_->BoxesAt(end.poly), entered);
      const CutMesh::Link into{LinkId(i), start, end.poly};
      if (first >= 0) {
        out_->into_[static_cast<size_t>(first)].push_back(into);
        continue;
      }
      for (const uint32_t box : entered) out_->into_[box].push_back(into);
      link.start_poly = start.poly.value();
      link.end_poly = end.poly.value();
      link.reverse = kNoLink;
      link.name_offset = kNoLinkName;
      kept.emplace_back(link, LinkId(i));
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
  std::unique_ptr<CutMesh> out_;
  PieceCutter cutter_;
  GroundClip clip_;
  std::map<uint32_t, std::vector<uint32_t>> touched_;  // baked polygon -> boxes
  std::map<uint32_t, std::vector<CutPiece>> pieces_;
  std::vector<Part> parts_;  // of all sides, by half-edge
  std::vector<uint32_t> new_vertices_;
  std::vector<uint32_t> between_;
};

CutMesh::CutMesh(const NavmeshView& baked, std::vector<CutBox> boxes)
    : baked_(&baked),
      boxes_(std::move(boxes)),
      margin_m_(kMarginTolerances * baked.tolerance_m()),
      sides_(boxes_.size()),
      into_(boxes_.size()) {}

absl::StatusOr<std::unique_ptr<const CutMesh>> CutMesh::Make(const NavmeshView& baked, const LinkView& links,
                                                             std::vector<CutBox> boxes) {
  return CutMeshMaker(baked, links, std::move(boxes)).Make();
}

// Not beyond its middle.
Aabb CutMesh::Widened(uint32_t box, double by_m) const {
  const Aabb& whole = boxes_[box].box;
  const Vec3 half = (whole.max - whole.min) * 0.5;
  const Vec3 by(std::max(-half.x, by_m), std::max(-half.y, by_m), std::max(-half.z, by_m));
  return {whole.min - by, whole.max + by};
}

std::vector<Vec2> CutMesh::OutlineOf(PolyId piece) const {
  std::vector<Vec2> outline;
  for (const NavEdge& edge : mesh_->edges(piece)) {
    outline.push_back(Vec3(mesh_->vertex(VertexId(edge.vertex))).Plane());
  }
  return outline;
}

NavLocation CutMesh::PlaceOf(const NavLocation& baked) const {
  const uint32_t first = first_pieces_[baked.poly.value()];
  const uint32_t end = first_pieces_[baked.poly.value() + 1];
  if (end == first + 1) return {PolyId(first), baked.point};
  const auto is_only_near = [&](PolyId piece) {
    const std::span<const uint32_t> boxes = BoxesAt(piece);
    return std::any_of(boxes.begin(), boxes.end(), [&](uint32_t box) {
      return boxes_[box].is_one_way && !boxes_[box].box.Contains(baked.point);
    });
  };
  NavLocation place{PolyId(first), baked.point};
  double least_m = std::numeric_limits<double>::infinity();
  for (uint32_t piece = first; piece < end; ++piece) {
    const PlaneHit hit = ClosestInPlane(*mesh_, PolyId(piece), baked.point.Plane());
    const double distance_m =
        Distance(hit.point.Plane(), baked.point.Plane()) + (is_only_near(PolyId(piece)) ? 2 * margin_m_ : 0);
    if (distance_m >= least_m) continue;
    least_m = distance_m;
    place = {PolyId(piece), {hit.point.x, baked.point.y, hit.point.z}};
  }
  return place;
}

bool CutMesh::HasOneWay(PolyId poly) const {
  const uint32_t first = box_rows_[first_pieces_[poly.value()]];
  const uint32_t end = box_rows_[first_pieces_[poly.value() + 1]];
  return std::any_of(box_ids_.begin() + first, box_ids_.begin() + end,
                     [&](uint32_t box) { return boxes_[box].is_one_way; });
}

std::optional<NavLocation> CutMesh::StepInto(uint32_t box, PolyId piece, Vec2 at,
                                             std::vector<EdgeId>* crossed) const {
  GroundClip clip;
  const NavLocation from = ToBaked({piece, {at.x, 0, at.z}});
  std::vector<PolyId> around{piece};
  std::optional<NavLocation> best;
  double least_m = std::numeric_limits<double>::infinity();
  size_t next = 0;
  for (int ring = 0; ring < kRings && least_m > 2 * margin_m_; ++ring) {
    const size_t end = around.size();
    for (; next < end; ++next) {
      const PolyId poly = PolyOf(around[next]);
      const std::optional<Vec3> place = clip.Nearest(*baked_, poly, OutlineOf(around[next]), inner_[box], at);
      const bool is_nearer = place.has_value() && Distance(place->Plane(), at) < least_m;
      if (is_nearer && PolyStraightOn(*baked_, from, place->Plane()) == poly) {
        best = {poly, *place};
        least_m = Distance(place->Plane(), at);
      }
      AddNeighbours(box, around[next], around);
    }
  }
  if (best.has_value() && crossed != nullptr) PolyStraightOn(*baked_, from, best->point.Plane(), crossed);
  return best;
}

// Pieces in the box that one comes to from another one.
void CutMesh::AddNeighbours(uint32_t box, PolyId piece, std::vector<PolyId>& pieces) const {
  for (const NavEdge& edge : mesh_->edges(piece)) {
    if (edge.twin == kNoEdge) continue;
    const PolyId beyond(mesh_->edge(EdgeId(edge.twin)).poly);
    const std::span<const uint32_t> boxes = BoxesAt(beyond);
    const bool is_in = std::binary_search(boxes.begin(), boxes.end(), box);
    if (is_in && std::find(pieces.begin(), pieces.end(), beyond) == pieces.end()) pieces.push_back(beyond);
  }
}

NavLocation CutMesh::ToBaked(const NavLocation& place) const {
  const PolyId poly = PolyOf(place.poly);
  const Vec2 at = place.point.Plane();
  return {poly, {at.x, HeightOnPoly(*baked_, poly, at), at.z}};
}

void CutMesh::ToBaked(AnyAngleResult& route) const {
  for (NavLocation& turn : route.turns) turn = ToBaked(turn);
  route.end = ToBaked(route.end);
  size_t kept = 0;
  size_t next_link = 0;
  for (size_t i = 0; i <= route.crossed.size(); ++i) {
    while (next_link < route.links.size() && route.links[next_link].crossed == i) {
      AnyAngleLinkUse& use = route.links[next_link++];
      use.crossed = static_cast<uint32_t>(kept);
      use.link = baked_links_[use.link.value()];
    }
    if (i == route.crossed.size()) break;
    const uint32_t edge = edges_[route.crossed[i].value()];
    if (edge != kNoEdge) route.crossed[kept++] = EdgeId(edge);
  }
  route.crossed.resize(kept);
}

}  // namespace waystone
