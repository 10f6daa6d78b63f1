// Three passes: records on their own (so that every index may be followed), polygons with their neighbours,
// vertices by all edges about them.
#include "core/navmesh/poly_check.h"

#include <cmath>

#include "core/base/status_macros.h"
#include "core/navmesh/navmesh_rules.h"
#include "core/navmesh/polygon_shape.h"
#include "core/navmesh/vertex_fans.h"

namespace waystone {
namespace {

enum VertexMark : uint8_t { kOpen = 1, kFlagged = 2, kUnflagged = 4 };

}  // namespace

PolyCheck::PolyCheck(const NavmeshArrays& arrays)
    : a_(arrays), tolerance_m_(2 * NavTolerance_m(arrays.header)), vertex_marks_(arrays.vertices.size(), 0) {}

absl::Status PolyCheck::Run() {
  WS_RETURN_IF_ERROR(CheckRecords());
  WS_RETURN_IF_ERROR(CheckPolys());
  return CheckVertexFlags();
}

// Every polygon's records follow those of the polygon before it, without gaps.
absl::Status PolyCheck::CheckRecords() {
  uint64_t edge = 0;
  uint64_t detail_vertex = 0;
  uint64_t detail_triangle = 0;
  for (uint32_t i = 0; i < a_.polys.size(); ++i) {
    const NavPoly& p = a_.polys[i];
    if (p.first_edge != edge) {
      return NavmeshBroken("polys[", i, "]: first_edge does not follow the previous polygon");
    }
    if (p.first_detail_vertex != detail_vertex || p.first_detail_triangle != detail_triangle) {
      return NavmeshBroken("polys[", i, "]: first detail record does not follow the previous polygon");
    }
    if (p.edge_count < 3 || p.edge_count > kNavMaxPolyEdges) {
      return NavmeshBroken("polys[", i, "]: edge_count ", p.edge_count, " is not in [3, ", kNavMaxPolyEdges,
                           "]");
    }
    if (p.detail_vertex_count > kNavMaxDetailVertices) {
      return NavmeshBroken("polys[", i, "]: detail_vertex_count is above ", kNavMaxDetailVertices);
    }
    if (p.detail_triangle_count == 0) return NavmeshBroken("polys[", i, "]: no detail triangles");
    if (p.area == 0 || p.area > kNavMaxArea) return NavmeshBroken("polys[", i, "]: area is not in [1, 63]");
    if (p.reserved != 0) return NavmeshBroken("polys[", i, "]: reserved is not zero");
    edge += p.edge_count;
    detail_vertex += p.detail_vertex_count;
    detail_triangle += p.detail_triangle_count;
    if (edge > a_.edges.size() || detail_vertex > a_.detail_vertices.size() ||
        detail_triangle > a_.detail_triangles.size()) {
      return NavmeshBroken("polys[", i, "]: more records than there are");
    }
    WS_RETURN_IF_ERROR(CheckEdgeFields(i));
  }
  if (edge != a_.edges.size() || detail_vertex != a_.detail_vertices.size() ||
      detail_triangle != a_.detail_triangles.size()) {
    return NavmeshBroken("polys: the records of all polygons do not sum to their counts");
  }
  return absl::OkStatus();
}

absl::Status PolyCheck::CheckEdgeFields(uint32_t poly) const {
  constexpr uint16_t kKnownFlags = kNavEdgeStartsAtBorder | kNavEdgeStartIsSplit | kNavEdgeStartIsPinched;
  for (const NavEdge& edge : EdgesOf(a_.polys[poly])) {
    const auto index = &edge - a_.edges.data();
    if (edge.poly != poly) return NavmeshBroken("edges[", index, "]: poly is not its polygon ", poly);
    if (edge.vertex >= a_.vertices.size()) return NavmeshBroken("edges[", index, "]: vertex out of range");
    if (edge.twin != kNoEdge && edge.twin >= a_.edges.size()) {
      return NavmeshBroken("edges[", index, "]: twin out of range");
    }
    if ((edge.flags & ~kKnownFlags) != 0 || edge.reserved != 0) {
      return NavmeshBroken("edges[", index, "]: unknown flag or reserved not zero");
    }
  }
  return absl::OkStatus();
}

absl::Status PolyCheck::CheckPolys() {
  for (uint32_t i = 0; i < a_.polys.size(); ++i) {
    WS_RETURN_IF_ERROR(CheckTwins(i));
    WS_RETURN_IF_ERROR(CheckShape(i));
    WS_RETURN_IF_ERROR(CheckDetails(i));
    WS_RETURN_IF_ERROR(CheckBox(i));
  }
  return absl::OkStatus();
}

uint32_t PolyCheck::EndVertex(uint32_t edge) const {
  const NavEdge* const next = &a_.edges[edge] + 1;
  const bool wraps = edge + 1 == a_.edges.size() || next->poly != a_.edges[edge].poly;
  return wraps ? a_.edges[a_.polys[a_.edges[edge].poly].first_edge].vertex : next->vertex;
}

absl::Status PolyCheck::CheckTwins(uint32_t poly) {
  const std::span<const NavEdge> edges = EdgesOf(a_.polys[poly]);
  for (size_t k = 0; k < edges.size(); ++k) {
    const NavEdge& edge = edges[k];
    const uint32_t end = edges[k + 1 < edges.size() ? k + 1 : 0].vertex;
    const uint32_t index = a_.polys[poly].first_edge + static_cast<uint32_t>(k);
    vertex_marks_[edge.vertex] |= (edge.flags & kNavEdgeStartsAtBorder) != 0 ? kFlagged : kUnflagged;
    if (edge.twin == kNoEdge) {
      vertex_marks_[edge.vertex] |= kOpen;
      vertex_marks_[end] |= kOpen;
      continue;
    }
    const NavEdge& twin = a_.edges[edge.twin];
    if (twin.poly == poly) return NavmeshBroken("edges[", index, "]: twin belongs to the same polygon");
    if (twin.vertex != end || EndVertex(edge.twin) != edge.vertex) {
      return NavmeshBroken("edges[", index, "]: twin does not lie over the same two vertices");
    }
  }
  return absl::OkStatus();
}

// The shape, its splits, and the area prefix.
absl::Status PolyCheck::CheckShape(uint32_t poly) {
  Vec2 corner[kNavMaxPolyEdges];
  size_t count = 0;
  for (const NavEdge& edge : EdgesOf(a_.polys[poly]))
    corner[count++] = Vec3(a_.vertices[edge.vertex]).Plane();
  const PolygonShape shape = CheckPolygonShape({corner, count}, tolerance_m_);
  if (shape.fault != nullptr) return NavmeshBroken("polys[", poly, "]: ", shape.fault);
  WS_RETURN_IF_ERROR(CheckSplits(poly, {corner, count}));
  const double before_m2 = poly == 0 ? 0 : a_.area_prefix_m2[poly - 1];
  const double stated_m2 = a_.area_prefix_m2[poly];
  area_m2_ += 0.5 * shape.twice_area_m2;
  if (!(std::abs(stated_m2 - area_m2_) <= 1e-9 * (1 + area_m2_))) {
    return NavmeshBroken("area_prefix_m2[", poly, "]: not the area of polygons 0..", poly);
  }
  if (stated_m2 < before_m2) return NavmeshBroken("area_prefix_m2[", poly, "]: falls");
  return absl::OkStatus();
}

// Splits lie on the line of their neighbours, and without them there is still a polygon.
absl::Status PolyCheck::CheckSplits(uint32_t poly, std::span<const Vec2> corners) const {
  const std::span<const NavEdge> edges = EdgesOf(a_.polys[poly]);
  const size_t n = corners.size();
  size_t real_corners = 0;
  for (size_t k = 0; k < n; ++k) {
    if ((edges[k].flags & kNavEdgeStartIsSplit) == 0) {
      ++real_corners;
      continue;
    }
    const Vec2 before = corners[k == 0 ? n - 1 : k - 1];
    const Vec2 after = corners[k + 1 == n ? 0 : k + 1];
    if (std::abs(Orient(before, corners[k], after)) > tolerance_m_ * Distance(before, after)) {
      return NavmeshBroken("polys[", poly, "]: split corner ", k, " does not lie on a side");
    }
  }
  if (real_corners < 3) return NavmeshBroken("polys[", poly, "]: fewer than 3 corners are not splits");
  return absl::OkStatus();
}

absl::Status PolyCheck::CheckDetails(uint32_t poly) const {
  const NavPoly& p = a_.polys[poly];
  const uint32_t corners = uint32_t{p.edge_count} + p.detail_vertex_count;
  for (uint32_t t = p.first_detail_triangle; t < p.first_detail_triangle + p.detail_triangle_count; ++t) {
    const uint16_t(&corner)[3] = a_.detail_triangles[t].corner;
    if (corner[0] >= corners || corner[1] >= corners || corner[2] >= corners) {
      return NavmeshBroken("detail_triangles[", t, "]: corner out of range in polygon ", poly);
    }
  }
  return absl::OkStatus();
}

absl::Status PolyCheck::CheckBox(uint32_t poly) const {
  const NavPoly& p = a_.polys[poly];
  const NavBox& box = a_.tree_boxes[poly / kNavTreeFanout];
  bool inside = true;
  for (const NavEdge& edge : EdgesOf(p)) inside = inside && BoxContains(box, a_.vertices[edge.vertex]);
  for (const Vec3f& v : a_.detail_vertices.subspan(p.first_detail_vertex, p.detail_vertex_count)) {
    inside = inside && BoxContains(box, v);
  }
  if (inside) return absl::OkStatus();
  return NavmeshBroken("tree_boxes[", poly / kNavTreeFanout, "]: polygon ", poly, " sticks out");
}

// A vertex with an open side must be flagged; all edges leaving one vertex agree.
absl::Status PolyCheck::CheckVertexFlags() const {
  for (uint32_t v = 0; v < vertex_marks_.size(); ++v) {
    const uint8_t marks = vertex_marks_[v];
    if (marks == (kOpen | kUnflagged)) return NavmeshBroken("vertices[", v, "]: on a border but not flagged");
    if ((marks & (kFlagged | kUnflagged)) == (kFlagged | kUnflagged)) {
      return NavmeshBroken("vertices[", v, "]: edges disagree whether it is on a border");
    }
    if (marks == 0) return NavmeshBroken("vertices[", v, "]: used by no polygon");
  }
  const std::vector<uint8_t> pinched =
      PinchedVertices(a_.edges, a_.polys, static_cast<uint32_t>(a_.vertices.size()));
  for (uint32_t e = 0; e < a_.edges.size(); ++e) {
    const bool flagged = (a_.edges[e].flags & kNavEdgeStartIsPinched) != 0;
    if (flagged != (pinched[a_.edges[e].vertex] != 0)) {
      return NavmeshBroken("edges[", e, "]: the flag of a pinched start is ", flagged ? "set" : "missing");
    }
  }
  return absl::OkStatus();
}

}  // namespace waystone
